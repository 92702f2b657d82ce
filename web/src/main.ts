import { mount } from "svelte";

import App from "./App.svelte";
import "./shared";
import { keepPage, renewIfOld } from "./lib/build";
import { applyTheme } from "./lib/settings.svelte";

applyTheme();
window.addEventListener("load", keepPage);
window.addEventListener("vite:preloadError", () => void renewIfOld()); // a part that the server no longer has
const target = document.getElementById("app") as HTMLElement;
target.replaceChildren(); // the page's name, which stood there until now; the first thing that is shown is the same
setTimeout(() => mount(App, { target })); // in a task of its own: a slow phone can answer a touch before it
