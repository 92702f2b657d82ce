"""How the pages of the lab look, beyond what reports look like anyway, and their only script."""

from __future__ import annotations

from typing import Final

LOOK: Final = """
body { max-width: 72rem; margin-top: 0; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; padding: 1rem 0 .6rem; }
header { border-bottom: 2px solid var(--bar); margin-bottom: 1.5rem; }
header a { color: inherit; text-decoration: none; } header .home { font-weight: 700; font-size: 1.15rem; }
nav a { text-decoration: underline; text-underline-offset: .2em; }
a { color: inherit; } h1 { line-height: 1.2; margin: 0 0 .6rem; } h2 { margin-top: 2rem; }
:focus-visible { outline: 3px solid var(--bar); outline-offset: 2px; border-radius: 2px; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1rem; padding: 0; list-style: none; }
.card { display: block; height: 100%; box-sizing: border-box; padding: .8rem 1rem; border: 1px solid var(--faint); }
.card { border-radius: .5rem; text-decoration: none; } .card:hover { border-color: var(--bar); }
.card strong { display: block; } .card span { color: var(--faint); }
button, .button { font: inherit; padding: .45rem 1.1rem; border: 1px solid var(--bar); border-radius: .4rem; cursor: pointer; }
button, .button { background: none; color: inherit; text-decoration: none; display: inline-block; }
.main { background: var(--bar); color: var(--paper); font-weight: 600; }
input, select { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--faint); border-radius: .3rem; }
input, select { padding: .35rem .5rem; max-width: 100%; box-sizing: border-box; }
input[type=checkbox], input[type=radio] { width: 1.2rem; height: 1.2rem; accent-color: var(--bar); vertical-align: -.2rem; }
fieldset { border: 1px solid var(--faint); border-radius: .5rem; margin: 0 0 1.2rem; padding: .6rem 1rem 1rem; min-width: 0; }
legend { font-weight: 600; padding: 0 .4rem; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: .8rem 1.5rem; }
.fields label, .radio { display: block; } .fields input, .fields select { width: 100%; display: block; margin-top: .15rem; }
.fields small { display: block; color: var(--faint); } .radio { margin: .3rem 0; }
[role=alert] { border-left: 4px solid var(--bar); padding: .5rem .8rem; margin: 0 0 1.2rem; font-weight: 600; }
progress { width: 100%; height: 1.1rem; accent-color: var(--bar); }
.row { display: flex; flex-wrap: wrap; gap: .7rem; align-items: center; margin: 1rem 0; } .row form { margin: 0; }
.wide table { width: 100%; }
.wide td, .wide th { text-align: left; padding: .35rem .8rem .35rem 0; }
.wide tbody tr { border-top: 1px solid color-mix(in srgb, var(--faint) 35%, transparent); }
.wide td { overflow-wrap: normal; } .wide td:not(:first-child) { white-space: normal; }
@media (max-width: 40rem) { .wide td, .wide th { padding-right: .6rem; } }
"""
SCRIPT: Final = """
"use strict";
const game = document.querySelector("select[data-reload]");
function reload() {
  location.href = "/lab/new?" + new URLSearchParams(new FormData(game.form));
}
if (game) {
  game.addEventListener("change", reload);
  if (!game.selectedOptions[0].defaultSelected) reload(); // somebody was quicker than this script
}
document.addEventListener("submit", (event) => {
  const sure = event.target.dataset.sure;
  if (sure && !confirm(sure)) event.preventDefault();
});
const live = document.querySelector("[data-live]");
async function look() {
  let wait = 1000;
  try {
    const answer = await fetch(live.dataset.live + "?seen=" + live.dataset.seen);
    if (answer.status === 200) {
      const text = await answer.text();
      const kept = document.activeElement && document.activeElement.id;
      live.innerHTML = text;
      live.dataset.seen = answer.headers.get("X-Seen");
      if (kept && document.getElementById(kept)) document.getElementById(kept).focus();
    }
    document.getElementById("away").hidden = true;
    if (answer.status >= 400 || answer.headers.get("X-Over") === "1") return;
  } catch {
    document.getElementById("away").hidden = false;
    wait = 3000;
  }
  setTimeout(look, wait);
}
if (live) setTimeout(look, 500);
"""
