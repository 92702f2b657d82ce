"""Every preset of every game can be played with every number of players that it is offered for."""

from __future__ import annotations

import pytest

import emberstacks as es
from emberstacks.kernel.errors import BadOptions
from emberstacks.kernel.game import GameInfo, Preset

PRESETS = [(info, preset) for info in es.list_games() for preset in info.presets]


@pytest.mark.parametrize(
    ("info", "preset"), PRESETS, ids=[f"{info.id} {preset.name}" for info, preset in PRESETS]
)
def test_a_preset_works_with_every_number_of_players_it_is_offered_for(
    info: GameInfo, preset: Preset
) -> None:
    for players in range(max(preset.least, info.min_players), info.max_players + 1):
        match = es.new(info.id, players=players, seed=1, **preset.options)
        assert match.waiting
    for players in range(info.min_players, preset.least):
        with pytest.raises(BadOptions):
            es.new(info.id, players=players, seed=1, **preset.options)
