"""A player who sees nothing but the accessibility tree, as a screen reader does."""

from __future__ import annotations

import os
import random
import re

import pytest
from playwright.sync_api import BrowserContext, Page
from playwright.sync_api import TimeoutError as TooLate

LINE = re.compile(r'^(?P<indent> *)- (?P<role>\w+)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?P<rest>.*)$')
PATIENCE = int(
    os.environ.get("EMBERSTACKS_LOOKS", "2000")
)  # looks at a tree in which nothing is asked: a minute and more
NOT_ANSWERS = re.compile("Rule [0-9]|Hint|Thinking|Take back|All [0-9]|Back|.*why not now")


# everything that the region for listeners was given, from the first moment on
LISTEN = """
window.heard = [];
const known = new WeakSet();
new MutationObserver(() => {
  for (const line of document.querySelectorAll(".hidden[role=log] > p"))
    if (!known.has(line)) {
      known.add(line);
      window.heard.push(line.textContent);
    }
}).observe(document, { childList: true, subtree: true });
"""


def errors_of(context: BrowserContext) -> list[str]:
    """A list that fills with what a browser calls an error: in scripts, on the console, in
    requests.
    """
    found: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: found.append(f"script: {error}"))
        page.on(
            "console",
            lambda line: found.append(f"console: {line.text}") if line.type == "error" else None,
        )
        page.on(
            "requestfailed",
            lambda request: found.append(f"request: {request.url} {request.failure}"),
        )
        page.on(
            "response",
            lambda answer: (
                found.append(f"{answer.status}: {answer.url}") if answer.status >= 400 else None
            ),
        )

    context.on("page", watch)
    return found


def unquoted(line: str) -> str:
    """A name with a colon makes YAML put the node into quotes."""
    quoted = re.fullmatch(r"( *- )'(.*)'(:?.*?)", line)
    return quoted[1] + quoted[2].replace("''", "'") + quoted[3] if quoted else line


def tree(page: Page) -> list[tuple[int, str, str, str]]:
    """The lines of the tree: depth, role, name, and the rest."""
    found = [
        LINE.match(unquoted(line)) for line in page.locator("main").aria_snapshot().splitlines()
    ]
    return [
        (len(line["indent"]), line["role"], (line["name"] or "").replace('\\"', '"'), line["rest"])
        for line in found
        if line
    ]


def beneath(
    lines: list[tuple[int, str, str, str]], role: str, name: str = ""
) -> list[tuple[int, str, str, str]]:
    """What stands under the first such node."""
    for k, (depth, found, called, _) in enumerate(lines):
        if found == role and (not name or called == name):
            end = next((j for j in range(k + 1, len(lines)) if lines[j][0] <= depth), len(lines))
            return lines[k + 1 : end]
    return []


def finish(page: Page, rng: random.Random, most: int) -> int:
    """Answer what the region 'Your turn' asks until the heading says that the game is over; returns
    how often.
    """
    given = idle = 0
    while given < most and idle < PATIENCE:
        lines = tree(page)
        if any(role == "heading" and "game is over" in name for _, role, name, _ in lines):
            return given
        prompt = beneath(lines, "region", "Your turn")
        groups = [name for _, role, name, _ in prompt if role == "group"]
        # a kind that is open stands alone
        opened = beneath(prompt, "group", groups[0]) if groups and groups[0] != "Choices" else []
        answers = [line for line in opened or prompt if line[1] == "button"]
        answers = [
            line
            for line in answers
            if line[2] and not NOT_ANSWERS.match(line[2]) and "[disabled]" not in line[3]
        ]
        if not answers:
            page.wait_for_timeout(30)
            idle += 1
            continue
        name = answers[-1][2] if rng.random() < 0.9 else rng.choice(answers)[2]
        region = page.get_by_role("region", name="Your turn")
        try:
            region.get_by_role("button", name=name, exact=True).last.click(timeout=5000)
        except TooLate:  # the question has changed meanwhile: look again
            idle += 1
            continue
        given, idle = given + 1, 0
    pytest.fail(f"the game did not end after {given} answers: {tree(page)}")
