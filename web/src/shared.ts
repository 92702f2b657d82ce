// What several screens need is one file, because each file costs a request and its headers: all that is imported here, with what it
// imports itself. App, with what it imports, is part of it.
import "./App.svelte";
import "./tokens.css";
import "./base.css";
import "./learn/coaching";
import "./lib/Bar.svelte";
import "./lib/Later.svelte";
import "./lib/clock";
import "./lib/fingerprints";
import "./lib/later";
import "./lib/meanings.svelte";
import "./lib/read";
import "./lib/sound";
import "./lib/time";
import "./lib/why";
import "./lobby/words";
import "./pieces/Cover.svelte";
import "./pieces/Figure.svelte";
import "./pieces/Flame.svelte";
import "./pieces/Icon.svelte";
import "./pieces/Logo.svelte";
import "./pieces/Spines.svelte";
import "./table/Drawer.svelte";
import "./table/Keys.svelte";
import "./table/pausing";
