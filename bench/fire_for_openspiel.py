"""The early Fire prototype as an ordinary OpenSpiel game in Python: our rules, written the way its
examples are.
"""

import enum
import tomllib
from pathlib import Path

import numpy as np
import pyspiel

_BOX = tomllib.loads(
    (
        Path(__file__).parent.parent / "src/emberstacks/games/fire_prototype/components.toml"
    ).read_text()
)

_NUM_PLAYERS = 4
_CARDS = [number - 1 for number in _BOX["cards_in_play"][str(_NUM_PLAYERS)]]
_SAFE = [[space == "S" for space in card["spaces"]] for card in _BOX["card"]]
_BRAVERY = [card["bravery"] for card in _BOX["card"]]
_BOOKS = [shelf["books"] for shelf in _BOX["shelf"]]
_VALUES = [shelf["values"] for shelf in _BOX["shelf"]]
_FIRE = len(_BOOKS)
_FIRES = _BOX["setup"]["fires"]
_BURNED_BOOKS = _BOX["setup"]["burned_books"]
_MOST_BUCKETS = _BOX["buckets"]["most_per_player"]
_KNOWLEDGE = _BOX["end"]["knowledge"]
_ROUNDS = _BOX["end"]["safety"]["rounds"]


class Action(enum.IntEnum):
    TAKE_1 = 0
    TAKE_2 = 1
    TAKE_3 = 2
    TAKE_4 = 3
    TAKE_5 = 4
    DRAW = 5
    SCORE = 6
    DOUSE = 7
    KEEP = 8


class Phase(enum.Enum):
    BURN_BEFORE_THE_GAME = "chance: a book burns before the game"
    DEAL_CARD = "chance: who is dealt the next card"
    BREAK_TIE = "chance: who of those tied chooses first"
    TAKE_CARD = "a player takes a card"
    DRAW_TOKEN = "chance: a token is drawn"
    USE_BUCKET = "a player spends a bucket or not"
    DRAW_OR_SCORE = "a player draws on or scores"


_CHANCE_PHASES = frozenset(
    [Phase.BURN_BEFORE_THE_GAME, Phase.DEAL_CARD, Phase.BREAK_TIE, Phase.DRAW_TOKEN]
)

_GAME_TYPE = pyspiel.GameType(
    short_name="python_fire_prototype",
    long_name="Fire in the Library, early prototype",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=_NUM_PLAYERS,
    min_num_players=_NUM_PLAYERS,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
)
_GAME_INFO = pyspiel.GameInfo(
    num_distinct_actions=len(Action),
    max_chance_outcomes=_FIRE + 1,
    num_players=_NUM_PLAYERS,
    min_utility=0.0,
    max_utility=float(_KNOWLEDGE + 5 * 15 + max(_BRAVERY)),
    utility_sum=None,
    max_game_length=_ROUNDS * _NUM_PLAYERS * (1 + 2 * len(_SAFE[0])),
)


class FireGame(pyspiel.Game):
    """The game: makes states and observers."""

    def __init__(self, params=None):
        super().__init__(_GAME_TYPE, _GAME_INFO, params or {})

    def new_initial_state(self):
        return FireState(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        return FireObserver(params)


class FireState(pyspiel.State):
    """A position."""

    def __init__(self, game):
        super().__init__(game)
        self.bag = [*_BOOKS, 0]
        self.burned = [0] * _FIRE
        self.knowledge = [0] * _NUM_PLAYERS
        self.buckets = [0] * _NUM_PLAYERS
        self.holder = {}  # card -> player
        self.card = 0
        self.spaces = []
        self.fires = 0
        self.round = 1
        self._set_aside = 0
        self._phase = Phase.BURN_BEFORE_THE_GAME
        self._player = 0
        self._game_over = False

    # What OpenSpiel asks of every sequential game with chance.

    def current_player(self):
        if self._game_over:
            return pyspiel.PlayerId.TERMINAL
        if self._phase in _CHANCE_PHASES:
            return pyspiel.PlayerId.CHANCE
        return self._player

    def _legal_actions(self, player):
        if self._phase is Phase.DRAW_OR_SCORE:
            return [Action.DRAW, Action.SCORE]
        if self._phase is Phase.USE_BUCKET:
            return [Action.DOUSE, Action.KEEP]
        return [card for card in _CARDS if card not in self.holder]

    def chance_outcomes(self):
        if self._phase is Phase.DEAL_CARD:
            players = self._without_card()
        elif self._phase is Phase.BREAK_TIE:
            players = self._next_choosers()
        else:
            tokens = sum(self.bag)
            return [(token, count / tokens) for token, count in enumerate(self.bag) if count]
        return [(player, 1.0 / len(players)) for player in players]

    def _apply_action(self, action):
        phase = self._phase
        if phase is Phase.DRAW_OR_SCORE:
            if action == Action.DRAW:
                self._phase = Phase.DRAW_TOKEN
            else:
                self._score()
        elif phase is Phase.DRAW_TOKEN:
            self._draw(action)
        elif phase is Phase.TAKE_CARD:
            self.holder[action] = self._player
            self._choose_cards()
        elif phase is Phase.BREAK_TIE:
            self._player = action
            self._phase = Phase.TAKE_CARD
        elif phase is Phase.USE_BUCKET:
            if action == Action.DOUSE:
                self.buckets[self._player] -= 1
                self._go_on()
            else:
                self._fire_counts()
        elif phase is Phase.BURN_BEFORE_THE_GAME:
            self._burn_before_the_game(action)
        else:
            self._deal_card(action)

    def _action_to_string(self, player, action):
        if player == pyspiel.PlayerId.CHANCE:
            return f"Chance:{action}"
        return Action(action).name.lower().replace("_", " ")

    def is_terminal(self):
        return self._game_over

    def returns(self):
        return [float(points) if self._game_over else 0.0 for points in self.knowledge]

    def __str__(self):
        return (
            f"knowledge {self.knowledge} burned {self.burned} bag {self.bag} spaces {self.spaces}"
            f" holder {self.holder}"
        )

    # The rules.

    def _burn_before_the_game(self, book):
        self.bag[book] -= 1
        self.burned[book] += 1
        self._set_aside += 1
        if self._set_aside == _BURNED_BOOKS:
            self.bag[_FIRE] = _FIRES
            self._phase = Phase.DEAL_CARD

    def _deal_card(self, player):
        card = next(card for card in _CARDS if card not in self.holder)
        self.holder[card] = player
        if len(self.holder) == _NUM_PLAYERS:
            self._begin_turn(0)

    def _without_card(self):
        holders = self.holder.values()
        return [player for player in range(_NUM_PLAYERS) if player not in holders]

    def _next_choosers(self):
        waiting = self._without_card()
        least = min(self.knowledge[player] for player in waiting)
        return [player for player in waiting if self.knowledge[player] == least]

    def _choose_cards(self):
        choosers = self._next_choosers()
        if len(self.holder) == _NUM_PLAYERS - 1:
            card = next(card for card in _CARDS if card not in self.holder)
            self.holder[card] = choosers[0]
            self._begin_turn(0)
        elif len(choosers) == 1:
            self._player = choosers[0]
            self._phase = Phase.TAKE_CARD
        else:
            self._phase = Phase.BREAK_TIE

    def _begin_turn(self, card):
        while card < len(_SAFE) and card not in self.holder:
            card += 1
        if card < len(_SAFE):
            self.card = card
            self._player = self.holder[card]
            self._phase = Phase.DRAW_TOKEN
        else:
            self._next_round()

    def _next_round(self):
        if self.round == _ROUNDS:
            self._game_over = True
            return
        self.round += 1
        self.holder = {}
        self._choose_cards()

    def _draw(self, token):
        self.bag[token] -= 1
        self.spaces.append(token)
        if token != _FIRE:
            self._go_on()
        elif self.buckets[self._player] > 0:
            self._phase = Phase.USE_BUCKET
        else:
            self._fire_counts()

    def _fire_counts(self):
        self.fires += 1
        if self.fires == 1 and _SAFE[self.card][len(self.spaces) - 1]:
            self._go_on()
        else:
            self._bust()

    def _go_on(self):
        if len(self.spaces) == len(_SAFE[self.card]):
            self._score()
        else:
            self._phase = Phase.DRAW_OR_SCORE

    def _value(self, book):
        values = _VALUES[book]
        return values[self.burned[book]] if self.burned[book] < len(values) else 0

    def _score(self):
        books = [token for token in self.spaces if token != _FIRE]
        self.knowledge[self._player] += _BRAVERY[self.card] + sum(
            self._value(book) for book in books
        )
        self._return_tokens()
        if self.knowledge[self._player] > _KNOWLEDGE:
            self._game_over = True
        else:
            self._begin_turn(self.card + 1)

    def _bust(self):
        for token in self.spaces:
            if token != _FIRE:
                self.burned[token] += 1
                if self.burned[token] == len(_VALUES[token]):
                    self._game_over = True
                    break
        self._return_tokens()
        if not self._game_over:
            self.buckets[self._player] = min(self.buckets[self._player] + 1, _MOST_BUCKETS)
            self._begin_turn(self.card + 1)

    def _return_tokens(self):
        for token in self.spaces:
            self.bag[token] += 1
        self.spaces = []
        self.fires = 0


class FireObserver:
    """What a player sees, as a flat tensor with named parts and as a string."""

    def __init__(self, params):
        if params:
            raise ValueError(f"Observation parameters not supported; passed {params}")
        sizes = {
            "player": _NUM_PLAYERS,
            "knowledge": _NUM_PLAYERS,
            "buckets": _NUM_PLAYERS,
            "burned": _FIRE,
            "bag": _FIRE + 1,
            "holder": len(_SAFE),
            "spaces": len(_SAFE[0]),
        }
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        self.dict = {}
        start = 0
        for name, size in sizes.items():
            self.dict[name] = self.tensor[start : start + size]
            start += size

    def set_from(self, state, player):
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        self.dict["knowledge"][:] = state.knowledge
        self.dict["buckets"][:] = state.buckets
        self.dict["burned"][:] = state.burned
        self.dict["bag"][:] = state.bag
        for card, holder in state.holder.items():
            self.dict["holder"][card] = holder + 1
        for space, token in enumerate(state.spaces):
            self.dict["spaces"][space] = token + 1

    def string_from(self, state, player):
        return f"p{player} {state}"


pyspiel.register_game(_GAME_TYPE, FireGame)
