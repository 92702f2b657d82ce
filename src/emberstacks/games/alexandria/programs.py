"""Effects as cards.toml writes them, compiled into flat numbers; a word outside the vocabulary is refused with its line."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from emberstacks.games.alexandria import vocabulary as v

Effect = list[dict[str, Any]]

PEOPLE: Final = ("self", "target", "trigger")
# The fields of each verb, each with the words it may have; none: it is a number, a list or a table of its own.
VERBS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "move": {"who": ("self",), "steps": ()},
    "reveal": {"where": ("here", "nearby", "any"), "rooms": (), "n": ()},
    "rescue": {"deck": (*v.CATEGORIES, "choice"), "draw": (), "keep": (), "decks": ()},
    "recover": {"deck": (*v.CATEGORIES, "trigger"), "n": ()},
    "take": {"from": ("target",), "n": (), "chooser": ("self", "target")},
    "swap": {"with": ("target",), "optional": ()},
    "lose_rescue": {"who": ("self",), "n": (), "chooser": ("self",), "category": (*v.CATEGORIES, "any")},
    "points": {
        "who": (*v.WHO, "rank"),
        "n": (),
        "per": (),
        "cap": (),
        "rank": v.RANKS,
        "metric": (),
        "minus_furniture_here": (),
    },
    "time": {"who": (*PEOPLE, "each_here"), "n": ()},
    "draw": {"who": ("self",), "n": (), "from": ("deck", "discard")},
    "discard": {"who": PEOPLE, "n": (), "mode": ("choice", "random")},
    "fire": {"where": ("here", "nearby", "any")},
    "water": {"where": ("here", "nearby", "any", "trigger_room")},
    "remove_token": {"kind": ("fire",), "where": ("here", "nearby", "any"), "n": ()},
    "move_furniture": {"from": ("adjacent",), "to": ("here",), "n": ()},
    "remove_furniture": {"where": ("here",), "n": (), "pick": ("used",)},
    "peril": {"where": ("here", "nearby")},
    "mark": {"where": ("here", "nearby"), "rule": v.MARKS},
    "prevent": {},
    "choose": {"options": ()},
    "if": {"cond": v.CONDITIONS, "then": (), "else": (), "traits": (), "category": (), "categories": (), "any": ()},
}
OPTIONAL: Final = {  # fields that a verb may leave out
    "rescue": ("decks",),
    "swap": ("optional",),
    "lose_rescue": ("category",),
    "points": ("per", "cap", "rank", "metric", "minus_furniture_here"),
    "draw": ("from",),
    "remove_furniture": ("pick",),
    "if": ("else", "traits", "category", "categories", "any"),
}


class Compiler:
    """Turns effects into numbers, one program after the other."""

    def __init__(self, source: str, name: str, traits: dict[str, int], axes: dict[str, int]) -> None:
        self.lines = source.splitlines()
        self.name = name
        self.traits = traits  # the mask of the rescue cards that have each trait
        self.axes = axes  # the number of each axis of traits
        self.code: list[int] = [v.END] * v.WIDTH  # program 0 does nothing
        self.card = ""  # the id of the card being read, for refusals

    def refuse(self, word: object, why: str) -> NoReturn:
        """Say which word cannot be read, with its file and line."""
        start = next((k for k, line in enumerate(self.lines) if f'id = "{self.card}"' in line), 0)
        found = next((k for k in range(start, len(self.lines)) if str(word) in self.lines[k]), start)
        raise ValueError(f"{self.name}, line {found + 1}: {self.card}: {why}")

    def word(self, word: str, known: tuple[str, ...], kind: str) -> int:
        """The number of a word, if there is such a word."""
        if word not in known:
            self.refuse(word, f"there is no {kind} {word!r}; there is {', '.join(known)}.")
        return known.index(word)

    def program(self, effect: Effect) -> int:
        """Compile an effect; returns where it begins."""
        start = len(self.code)
        self.effect(effect)
        self.emit(v.END)
        return start

    def emit(self, op: int, *fields: int) -> int:
        """Append one instruction; returns its place."""
        at = len(self.code)
        self.code += [op, *fields, *[0] * (v.WIDTH - 1 - len(fields))]
        return at

    def effect(self, effect: Effect) -> None:
        for step in effect:
            self.check(step)
            self.step(str(step["op"]), step)

    def check(self, step: dict[str, Any]) -> None:
        verb = str(step.get("op"))
        self.word(verb, tuple(VERBS), "verb")
        fields = VERBS[verb]
        for field, value in step.items():
            if field != "op" and field not in fields:
                self.refuse(field, f"{verb!r} has no field {field!r}; it has {', '.join(fields) or 'none'}.")
            if field != "op" and fields[field]:
                self.word(str(value), fields[field], f"{field} of {verb!r}")
        for field in fields:
            if field not in step and field not in OPTIONAL.get(verb, ()):
                self.refuse(verb, f"{verb!r} needs its field {field!r}.")

    def step(self, verb: str, step: dict[str, Any]) -> None:
        n = int(step.get("n", 1))
        where = v.WHERE.index(step["where"]) if "where" in step else v.HERE
        match verb:
            case "move":
                self.emit(v.MOVE, step["steps"])
            case "reveal":
                for _ in range(step["rooms"]):
                    self.emit(v.REVEAL, where, n)
            case "rescue":
                decks = step["decks"] if step["deck"] == "choice" else [step["deck"]]
                self.emit(v.RESCUE, self.mask(decks), step["draw"], step["keep"])
            case "recover":
                deck = v.THROWN if step["deck"] == "trigger" else v.CATEGORIES.index(step["deck"])
                self.repeat(n, v.RECOVER, deck)
            case "take":
                self.repeat(n, v.TAKE, v.WHO.index(step["chooser"]))
            case "swap":
                self.emit(v.SWAP)
            case "lose_rescue":
                self.repeat(n, v.LOSE_RESCUE, self.category(step.get("category", "any")))
            case "points":
                self.points(step, n)
            case "time":
                self.emit(v.TIME, v.WHO.index(step["who"]), n)
            case "draw" if step.get("from") == "discard":
                self.repeat(n, v.DRAW_FROM_DISCARD)
            case "draw":
                self.emit(v.DRAW, n)
            case "discard" if step["mode"] == "random":
                self.repeat(n, v.DISCARD_AT_RANDOM, v.WHO.index(step["who"]))
            case "discard":
                self.repeat(n, v.DISCARD, v.WHO.index(step["who"]))
            case "fire":
                self.emit(v.FIRE, where)
            case "water":
                self.emit(v.WATER, where)
            case "remove_token":
                self.repeat(n, v.REMOVE_FIRE, where)
            case "move_furniture":
                self.emit(v.MOVE_FURNITURE, n)
            case "remove_furniture" if "pick" in step:
                self.emit(v.REMOVE_USED)
            case "remove_furniture":
                self.repeat(n, v.REMOVE_FURNITURE)
            case "peril":
                self.emit(v.PERIL, where)
            case "mark":
                self.emit(v.MARK, where, v.MARKS.index(step["rule"]))
            case "prevent":
                self.emit(v.PREVENT)
            case "choose":
                self.choose(step["options"])
            case _:
                self.branch(step)

    def repeat(self, n: int, op: int, *fields: int) -> None:
        for _ in range(n):
            self.emit(op, *fields)

    def points(self, step: dict[str, Any], n: int) -> None:
        if step["who"] == "rank":
            count, of = self.count(step["metric"])
            self.emit(v.POINTS_BY_RANK, v.RANKS.index(step["rank"]), n, count, of)
        elif step.get("minus_furniture_here"):
            self.emit(v.POINTS_LESS_FURNITURE, n)
        else:
            count, of = self.count(step["per"]) if "per" in step else (v.ONCE, 0)
            self.emit(v.POINTS, v.WHO.index(step["who"]), n, count, of, step.get("cap", 1))

    def count(self, per: dict[str, Any]) -> tuple[int, int]:
        """What is counted, and of which category or axis."""
        count = self.word(str(per["count"]), v.COUNTS, "count")
        if count == v.DISTINCT_TRAIT:
            axis = f"{per['category']}.{per['axis']}"
            return count, self.axes[axis] if axis in self.axes else self.refuse(per["axis"], f"there is no axis {axis!r}.")
        return count, self.category(per["category"]) if count == v.RESCUE_CARDS else 0

    def category(self, word: str) -> int:
        return self.word(word, (*v.CATEGORIES, "any"), "category")

    def mask(self, categories: list[str]) -> int:
        return sum(1 << self.word(category, v.CATEGORIES, "category") for category in categories)

    def trait_mask(self, words: list[str]) -> int:
        """The rescue cards that have one of these traits."""
        cards = 0
        for word in words:
            self.word(word, tuple(self.traits), "trait")
            cards |= self.traits[word]
        return cards

    def choose(self, options: list[Effect]) -> None:
        if len(options) > v.WIDTH - 3:
            self.refuse("choose", f"'choose' has room for {v.WIDTH - 3} options.")
        at = self.emit(v.CHOOSE, len(options))
        leave = []
        for number, option in enumerate(options):
            self.code[at + 2 + number] = len(self.code)
            self.effect(option)
            leave.append(self.emit(v.JUMP))
        for jump in leave:
            self.code[jump + 1] = len(self.code)
        self.code[at + v.WIDTH - 1] = len(self.code)

    def branch(self, step: dict[str, Any]) -> None:
        condition = v.CONDITIONS.index(step["cond"])
        of = 0
        if condition in (v.KEPT_TRAIT, v.HOLDS_TRAIT):
            of = self.trait_mask(step["traits"])
        elif condition == v.TARGET_LACKS:
            of = self.category(step["category"])
        elif condition == v.HOLDS:
            of = self.mask(step["categories"])
        at = self.emit(v.IF, condition, of, step.get("any", 1))
        self.effect(step["then"])
        leave = self.emit(v.JUMP)
        self.code[at + 4] = len(self.code)
        self.effect(step.get("else", []))
        self.code[leave + 1] = len(self.code)
