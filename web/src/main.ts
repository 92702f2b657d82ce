import { mount } from "svelte";

import App from "./App.svelte";
import "./tokens.css";
import "./base.css";
import { keepPage, renewIfOld } from "./lib/build";
import { applyTheme } from "./lib/settings.svelte";

applyTheme();
window.addEventListener("load", keepPage);
window.addEventListener("vite:preloadError", () => void renewIfOld()); // a part that the server no longer has
mount(App, { target: document.getElementById("app") as HTMLElement });
