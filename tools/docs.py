"""Build the documentation site into src/emberstacks/site: what docs/ and the RULES.md files say,
with pictures and a reference.

The pages are gathered into build/docs first, because rules are kept with their games and some pages
at the root.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

from game_page import game_page
from walkthrough import PICTURES

from emberstacks.games import GAMES

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "build/docs"
SITE = ROOT / "src/emberstacks/site"
GROUPS = [
    path.relative_to(ROOT).as_posix()
    for path in sorted((ROOT / "docs").glob("*/*.md"))
    if path.parts[-2] in ("decisions", "parts")
]
PAGES = {  # where a page of the project goes in the site
    "README.md": "index.md",
    "ARCHITECTURE.md": "build/architecture.md",
    "CONTRIBUTING.md": "build/contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "host/security.md",
    "LICENSE": "licence.md",
    "bench/README.md": "study/speed.md",
    "tests/README.md": "build/tests.md",
    "docs/bots.md": "study/bots.md",
    "docs/environments.md": "study/environments.md",
    "docs/figures.md": "study/figures.md",
    "docs/hosting.md": "host/hosting.md",
    "docs/kernel.md": "build/kernel.md",
    "docs/lab.md": "study/lab.md",
    "docs/ladder.md": "study/ladder.md",
    "docs/protocol.md": "build/protocol.md",
    "docs/records.md": "build/records.md",
    "docs/lengths.md": "study/lengths.md",
    "docs/lessons.md": "build/lessons.md",
    "docs/puzzles.md": "study/puzzles.md",
    "docs/review.md": "study/review.md",
    "docs/strength.md": "study/strength.md",
    "docs/losses.md": "study/losses.md",
    "docs/calibration.md": "study/calibration.md",
    "docs/style.md": "build/style.md",
    "docs/tutorial.md": "build/tutorial.md",
    "docs/versions.md": "build/versions.md",
    "docs/glossary.md": "build/glossary.md",
    "docs/reference.md": "build/reference.md",
    **{page: f"build/{page.removeprefix('docs/').replace('README', 'index')}" for page in GROUPS},
    **{
        f"docs/pictures/{name}.svg": f"build/pictures/{name}.svg"
        for name in ("idea", "folders", "stack", "view", "record", "way")
    },
    "docs/table.jpg": "table.jpg",
    "docs/terminal.svg": "terminal.svg",
}
REFERENCE = """
## Every name

::: emberstacks

::: emberstacks.kernel.match.Match

::: emberstacks.kernel.game.Game

::: emberstacks.kernel.game.GameInfo

::: emberstacks.kernel.step.Step

::: emberstacks.kernel.state.State

::: emberstacks.kernel.zones
"""
COLOURS = """[data-md-color-scheme="default"] { --md-typeset-a-color: #8f3206; --md-accent-fg-color: #b5420c; }
[data-md-color-scheme="slate"] { --md-typeset-a-color: #ffb791; --md-accent-fg-color: #ffd0b5; }
.doc .doc-label code, .doc-label code { color: var(--md-default-fg-color); }
"""  # links and labels that can be read on both backgrounds
CONFIG = """[project]
site_name = "Emberstacks"
site_description = "Five library-themed board games at one table: play, study and extend them"
docs_dir = "docs"
site_dir = "site"
use_directory_urls = true
extra_css = ["embers.css"]
nav = {nav}

[project.theme]
language = "en"
font = false
features = ["navigation.footer", "navigation.tabs", "navigation.top", "search.highlight"]

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle.icon = "lucide/sun"
toggle.name = "Switch to the dark theme"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle.icon = "lucide/moon"
toggle.name = "Switch to the light theme"

[project.markdown_extensions]
admonition = {{}}
attr_list = {{}}
tables = {{}}
toc.permalink = true
pymdownx.highlight.pygments_lang_class = true
pymdownx.superfences = {{}}

[project.plugins.mkdocstrings.handlers.python]
paths = ["{src}"]

[project.plugins.mkdocstrings.handlers.python.options]
docstring_style = "numpy"
heading_level = 2
members_order = "source"
show_root_heading = true
show_source = false
"""


def gather() -> None:
    """All pages in one folder, with links that lead within it."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    places = {**PAGES}
    for name, game in GAMES.items():
        folder = f"src/emberstacks/games/{name.replace('-', '_')}/RULES.md"
        places[folder] = f"play/{name}.md"
        write(f"play/{name}.md", game_page(game))
    for source, page in PAGES.items():
        path = ROOT / source
        if path.suffix in (".jpg", ".svg"):
            (SOURCE / "docs" / page).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, SOURCE / "docs" / page)
            continue
        text = path.read_text(encoding="utf-8")
        write(page, relinked(text if path.suffix else f"# Licence\n\n{text}", path, page, places))
    shutil.copytree(PICTURES, SOURCE / "docs/first-game")
    with (SOURCE / "docs/build/reference.md").open("a", encoding="utf-8") as file:
        file.write(REFERENCE)
    write("embers.css", COLOURS)
    nav = [
        {"Start": "index.md"},
        {"Play": [{game.info.title: f"play/{name}.md"} for name, game in GAMES.items()]},
        {
            "Study": named(
                "study",
                "review",
                "calibration",
                "puzzles",
                "bots",
                "ladder",
                "strength",
                "losses",
                "lab",
                "figures",
                "lengths",
                "environments",
                "speed",
            )
        },
        {"Host": named("host", "hosting", "security")},
        {
            "Build": [
                *named(
                    "build",
                    "tutorial",
                    "architecture",
                    "kernel",
                    "reference",
                    "records",
                    "lessons",
                    "protocol",
                    "versions",
                    "contributing",
                    "tests",
                    "style",
                    "glossary",
                ),
                {"The parts": named("build/parts", *stems("parts"))},
                {"Decisions": named("build/decisions", *stems("decisions"))},
            ]
        },
        {"Changes": [{"Changelog": "changelog.md"}, {"Licence": "licence.md"}]},
    ]
    text = json.dumps(nav, ensure_ascii=False).replace('": ', '" = ')
    (SOURCE / "zensical.toml").write_text(
        CONFIG.format(nav=text, src=(ROOT / "src").as_posix()), encoding="utf-8"
    )


def stems(group: str) -> list[str]:
    """The pages of a group, the list of them first."""
    found = [
        Path(page).stem.replace("README", "index")
        for page in GROUPS
        if Path(page).parent.name == group
    ]
    return sorted(found, key=lambda stem: (stem != "index", stem))


def named(folder: str, *pages: str) -> list[dict[str, str]]:
    """Pages with the titles they give themselves."""
    titles = [
        (SOURCE / "docs" / folder / f"{page}.md").read_text(encoding="utf-8").partition("\n")[0]
        for page in pages
    ]
    return [
        {title.lstrip("# "): f"{folder}/{page}.md"}
        for title, page in zip(titles, pages, strict=True)
    ]


def write(page: str, text: str) -> None:
    path = SOURCE / "docs" / page
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def relinked(text: str, path: Path, page: str, places: dict[str, str]) -> str:
    """Links to files of the project lead to their pages; if a file has no page, its link becomes
    plain text.
    """

    def led(found: re.Match[str]) -> str:
        bang, words, link = found[1], found[2], found[3]
        file, sharp, part = link.partition("#")
        if "://" in link or not file:
            return found[0]
        target = places.get((path.parent / file).resolve().relative_to(ROOT).as_posix())
        if target is None:
            return f"`{words.strip('`')}`"
        up = "../" * page.count("/")
        return f"{bang}[{words}]({up}{target}{sharp}{part})"

    return re.sub(r"(!?)\[([^\]]+)\]\(([^)\s]+)\)", led, text)


def move_scripts(page: Path) -> None:
    """Scripts within a page become files, because the server runs no others."""

    def moved(found: re.Match[str]) -> str:
        name = f"inline-{hashlib.sha256(found[1].encode()).hexdigest()[:12]}.js"
        scripts = SOURCE / "site/assets/javascripts"
        (scripts / name).write_text(found[1], encoding="utf-8")
        up = "../" * len(page.parent.relative_to(SOURCE / "site").parts)
        return f'<script src="{up}assets/javascripts/{name}"></script>'

    text = page.read_text(encoding="utf-8")
    page.write_text(
        re.sub(r"<script>(.*?)</script>", moved, text, flags=re.DOTALL), encoding="utf-8"
    )


def tell_menus_apart(page: Path) -> None:
    """Menus with the same label are numbered: somebody who listens to the page cannot tell them
    apart otherwise.
    """
    seen: Counter[str] = Counter()

    def numbered(found: re.Match[str]) -> str:
        seen[found[2]] += 1
        return f'{found[1]}{found[2]}{f" ({seen[found[2]]})" if seen[found[2]] > 1 else ""}"'

    text = page.read_text(encoding="utf-8")
    page.write_text(re.sub(r'(<nav [^>]*aria-label=")([^"]*)"', numbered, text), encoding="utf-8")


class Links(HTMLParser):
    """A page's links and anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.found.append(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


def broken(site: Path) -> list[str]:
    """Links within the site that lead nowhere, and anything that would be loaded from elsewhere."""
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    wrong = []
    for path, links in pages.items():
        for link in links.found:
            file, _, part = unquote(link).partition("#")
            if re.match(r"[a-z]+:", link) or link.startswith("//") or path.name == "404.html":
                continue
            target = (path.parent / file.partition("?")[0]).resolve() if file else path
            target = target / "index.html" if target.is_dir() else target
            if not target.exists() or (
                part and target in pages and part not in pages[target].anchors
            ):
                wrong.append(f"{path.relative_to(site)}: {link}")
    return wrong


def main() -> int:
    gather()
    zensical = Path(sys.executable).with_name("zensical")
    done = subprocess.run(
        [zensical, "build", "--clean"], cwd=SOURCE, capture_output=True, text=True, check=False
    )
    if done.returncode != 0 or not (SOURCE / "site/index.html").exists():
        print(done.stdout + done.stderr)
        return 1
    for page in (SOURCE / "site").rglob("*.html"):
        move_scripts(page)
        tell_menus_apart(page)
    wrong = broken(SOURCE / "site")
    if wrong:
        print("emberstacks: links that lead nowhere:", *wrong, sep="\n  ")
        return 1
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.copytree(SOURCE / "site", SITE)
    print(
        f"emberstacks: the documentation is in {SITE.relative_to(ROOT)}; 'emberstacks serve' shows"
        " it under /docs"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
