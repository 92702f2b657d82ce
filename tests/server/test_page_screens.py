"""Every screen: nothing for axe to find by day, by night and in a person's own few colours, and
targets for fingers.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.server.browser import browser, by_day_and_night, resize, violations
from tests.server.conftest import Server
from tests.server.screens import screens

__all__ = ["browser"]

# what can be pressed must show where it is: a border, an outline, an underline, or a drawing that
# keeps its own colours
EDGES = """() => {
const shown = document.querySelector("dialog[open]") ?? document;
const all = shown.querySelectorAll("button, .btn, .tool, select, input, summary");
return [...all].flatMap((node) => {
  if (!node.checkVisibility() || node.closest("svg") || node.disabled) return [];
  const box = node.getBoundingClientRect();
  if (box.width < 2 || box.height < 2) return [];
  const style = getComputedStyle(node);
  if (Number(style.opacity) === 0) return []; // over something that is drawn
  const edge = parseFloat(style.borderBottomWidth) > 0 && style.borderBottomStyle !== "none";
  const told = edge || style.outlineStyle !== "none" || style.textDecorationLine.includes("underline");
  const drawn = style.forcedColorAdjust === "none" || node.querySelector("svg, img, [style*='background']");
  const native = style.appearance !== "none" && node.matches("select, input, summary");
  return told || drawn || native ? [] : [`${node.className} ${node.textContent.trim().slice(0, 30)}`];
});
}"""

# WCAG 2.5.5 leaves out what stands within a sentence, and what something larger does as well: what
# lies on a map is also a choice of the prompt, and the reason why a piece cannot be used is also
# told when the piece is pressed
SMALL = """() => {
const shown = document.querySelector("dialog[open]") ?? document;
const all = shown.querySelectorAll("button, summary, select, a.btn, a.tool, input");
return [...all].flatMap((node) => {
  if (!node.checkVisibility({ visibilityProperty: true }) || node.closest(".hidden") || node.matches(".hidden")) return [];
  if (node.closest("[inert]") || node.parentElement.closest("p, small")) return [];
  if (node.matches(".handle, .press, .place, .why, .why-not")) return [];
  const label = node.matches("input") && node.closest("label");
  const box = (label || node).getBoundingClientRect();
  if (!box.height || !box.width) return [];
  const name = (node.getAttribute("aria-label") || node.textContent.trim()).slice(0, 24);
  const size = `${Math.round(box.width)}x${Math.round(box.height)}`;
  return Math.min(box.height, box.width) < 43.5 ? [`${node.tagName} .${node.className} '${name}' ${size}`] : [];
});
}"""

# links and quiet buttons on paper, which axe does not judge, because the paper is a gradient: its
# colour that is nearer to the ink counts
PAPERS = {"light": (0xF2, 0xE5, 0xC9), "dark": (0x2C, 0x27, 0x20)}
PALE = """(ground) => {
  const light = (rgb) => rgb.slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, k) => sum + part * [0.2126, 0.7152, 0.0722][k], 0);
  const paper = light(ground);
  const contrast = (one, other) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  return [...document.querySelectorAll(".paper a:not(.brass, .ember), .paper .btn.ghost")].flatMap((node) => {
    const ink = light(getComputedStyle(node).color.match(/[0-9.]+/g).map(Number));
    return node.checkVisibility() && contrast(paper, ink) < 4.5 ? [node.textContent.trim()] : [];
  });
}"""

ACROSS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def in_colours(page: Page) -> list[str]:
    """What axe says by day, by night and in forced colours, and what has lost its edge there."""
    found = by_day_and_night(page)
    for scheme, ground in PAPERS.items():
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += [f"pale on {scheme} paper: {one}" for one in page.evaluate(PALE, ground)]
    page.emulate_media(forced_colors="active")
    found += [f"forced: {one}" for one in violations(page, forced=True)]
    found += [f"no edge: {one}" for one in page.evaluate(EDGES)]
    page.emulate_media(color_scheme="light", forced_colors="none")
    return found


def for_fingers(page: Page) -> list[str]:
    """What is too small on a phone, and what is wider than it."""
    resize(page, 390, 844)
    found = [f"small: {one}" for one in page.evaluate(SMALL)]
    if not page.evaluate(ACROSS):
        found.append("wider than a phone")
    resize(page, 1440, 900)
    return found


@pytest.mark.slow
def test_every_screen_in_every_light_and_for_fingers(browser: Browser, server: Server) -> None:
    seen, wrong = [], []
    with browser.new_context(
        reduced_motion="reduce", viewport={"width": 1440, "height": 900}
    ) as context:
        for name, page in screens(context, server.base):
            seen.append(name)
            wrong += [f"{name}: {one}" for one in in_colours(page) + for_fingers(page)]
    assert len(seen) >= 20
    assert wrong == [], "\n".join(wrong)
