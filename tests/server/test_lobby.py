"""The lobby over HTTP: who may do what, and what is said when not."""

from __future__ import annotations

import pytest

from emberstacks.games import GAMES
from emberstacks.server.app import PAGE, Early
from tests.server import plain
from tests.server.conftest import Server, in_memory
from tests.server.people import Player


@pytest.fixture(scope="module")
def server(own_server: Server) -> Server:
    # some of its tables are public, and no other test should find them in the lobby
    return own_server


def test_the_catalogue_comes_from_the_registry(server: Server) -> None:
    catalogue = plain.get(f"{server.base}/api/games").json()
    assert [game["id"] for game in catalogue["games"]] == list(GAMES)
    options = {
        option["name"]: option["more"] for game in catalogue["games"] for option in game["options"]
    }
    assert (options["preset"], options["arrows"]) == (False, True)
    presets = {
        preset["name"]: preset
        for game in catalogue["games"]
        if game["id"] == "librarians"
        for preset in game["presets"]
    }
    assert presets["Hard"]["options"]
    assert "bots cleared" in presets["Hard"]["measured"]
    specs = [bot["spec"] for bot in catalogue["bots"]]
    assert {"random", "greedy", "ismcts:200", "novice", "expert"} <= set(specs)
    # no program of this machine for strangers
    assert not any(spec.startswith("stdio") for spec in specs)


def test_every_preset_is_a_table_that_can_be_played(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        for game in ada.get("/api/games").json()["games"]:
            if game["options"]:
                assert game["presets"][0]["name"] == "First game"
            for preset in game["presets"]:
                # some do not work solo
                for players in (max(2, game["min_players"]), game["max_players"]):
                    seats = [{"kind": "host"}, *[{"kind": "bot", "bot": "random"}] * (players - 1)]
                    made = ada.post(
                        "/api/tables",
                        {"game": game["id"], "seats": seats, "options": preset["options"]},
                    )
                    assert made.status_code == 201, (game["id"], preset["name"], players, made.text)


def test_the_rules_come_clause_by_clause(server: Server) -> None:
    rules = plain.get(f"{server.base}/api/games/fire-prototype/rules").json()
    assert rules["clauses"][0]["number"] == "1.1"
    assert plain.get(f"{server.base}/api/games/chess/rules").json()["code"] == "not-found"


def test_who_has_no_name_may_not_open_a_table(server: Server) -> None:
    with plain.Client(base_url=server.base) as stranger:
        answer = stranger.post("/api/tables", json={"game": "fire-prototype", "seats": []})
        assert (answer.status_code, answer.json()["code"]) == (403, "who-are-you")


def test_cookies_are_kept_from_scripts_and_other_sites(server: Server) -> None:
    with plain.Client(base_url=server.base) as guest:
        cookie = guest.post("/api/session", json={"name": "Ada"}).headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie


@pytest.mark.parametrize("path", ["/", "/api/games", "/health", "/api/tables/none"])
def test_every_answer_trusts_nothing_from_outside(server: Server, path: str) -> None:
    headers = plain.get(f"{server.base}{path}").headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "strict-transport-security" not in headers  # only where the server is reached by https


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "\n\n"])
def test_names_have_a_length(server: Server, name: str) -> None:
    with Player(server.base, "Ada") as ada:
        assert ada.post("/api/session", {"name": name}).json()["code"] == "bad-name"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "bad-options"),
        ({"seats": [{"kind": "host"}]}, "bad-options"),
        ({"options": {"speed": 9}}, "bad-options"),
        ({"seats": [{"kind": "host"}, {"kind": "host"}]}, "bad-seats"),
        ({"seats": [{"kind": "host"}, {"kind": "bot", "bot": "stdio:rm"}]}, "bad-bot"),
        ({"clock": 7}, "bad-clock"),
        ({"colour": "red"}, "refused"),
    ],
)
def test_tables_that_make_no_sense_are_refused(
    server: Server, change: dict[str, object], code: str
) -> None:
    plan = {"game": "fire-prototype", "seats": [{"kind": "host"}, {"kind": "open"}]}
    with Player(server.base, "Ada") as ada:
        answer = ada.post("/api/tables", {**plan, **change})
        assert (answer.status_code, answer.json()["code"]) == (400, code)


def test_the_host_fills_removes_and_starts(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        table = ada.open_table("me", "open", "open")
        assert ada.post(f"/api/tables/{table}/start").json()["code"] == "empty-chairs"
        assert ben.post(f"/api/tables/{table}/sit", {"seat": 0}).json()["code"] == "taken"
        assert ben.post(f"/api/tables/{table}/sit", {"seat": 1}).status_code == 200
        assert ben.post(f"/api/tables/{table}/sit", {"seat": 2}).json()["code"] == "seated"
        for path in ("fill", "start"):
            assert (
                ben.post(f"/api/tables/{table}/{path}", {} if path == "fill" else None).json()[
                    "code"
                ]
                == "not-host"
            )
        assert ben.post(f"/api/tables/{table}/stand", {"seat": 0}).json()["code"] == "not-host"
        assert (
            ada.post(f"/api/tables/{table}/stand", {"seat": 1}).json()["seats"][1]["kind"] == "open"
        )
        filled = ada.post(f"/api/tables/{table}/fill", {"bot": "random"}).json()
        assert [seat["kind"] for seat in filled["seats"]] == ["person", "bot", "bot"]
        assert ada.post(f"/api/tables/{table}/start").json()["status"] == "playing"
        assert ada.post(f"/api/tables/{table}/start").json()["code"] == "started"
        assert ben.post(f"/api/tables/{table}/sit", {"seat": 1}).json()["code"] == "started"


def test_bots_sit_as_people_whom_one_can_tell_apart(server: Server) -> None:
    with Player(server.base, "Tilda") as tilda:
        seats = [
            {"kind": "bot", "bot": "apprentice"},
            {"kind": "host"},
            {"kind": "bot", "bot": "apprentice"},
        ]
        seats += [{"kind": "bot", "bot": "greedy"}, {"kind": "open"}, {"kind": "open"}]
        table = tilda.post("/api/tables", {"game": "fire", "seats": seats}).json()
        assert [seat["name"] for seat in table["seats"]] == [
            "Jonas",
            "Tilda",
            "Mina",
            "Inkwell",
            "",
            "",
        ]
        filled = tilda.post(f"/api/tables/{table['id']}/fill", {"bot": "apprentice"}).json()
        assert [seat["name"] for seat in filled["seats"]][4:] == ["Bruno", "Greta"]
        assert filled["seats"][4]["bot"] == "apprentice"
    cards = {
        card["spec"]: card["people"]
        for card in plain.get(f"{server.base}/api/games").json()["bots"]
    }
    assert cards["apprentice"][:2] == ["Tilda", "Jonas"]
    assert cards["greedy"] == []


def test_public_tables_are_listed_and_private_ones_are_not(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        secret, public = ada.open_table("me", "open"), ada.open_table("me", "open", public=True)
        listed = [table["id"] for table in ben.get("/api/tables").json()]
        assert public in listed
        assert secret not in listed
        assert secret in [table["id"] for table in ada.get("/api/tables").json()]


def test_nobody_sees_the_seed_before_the_end(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        table = ada.open_table("me", "random")
        ada.post(f"/api/tables/{table}/start")
        assert "Secret" not in ada.get(f"/api/tables/{table}/record").text
        assert "secret" not in ada.get(f"/api/tables/{table}").text
        assert ada.get(f"/api/tables/{table}").json()["commitment"].startswith("sha256:")


def test_replay_from_ones_own_seat_until_the_end(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        table = ada.open_table("me", "random")
        ada.connect(table)
        ada.post(f"/api/tables/{table}/start")
        update = ada.hear_turn()
        assert ada.get(f"/api/tables/{table}/frames/3?seat=B").json()["code"] == "not-your-seat"
        assert ada.get(f"/api/tables/{table}/frames/3?seat=Z").json()["code"] == "bad-seat"
        assert ada.get(f"/api/tables/{table}/frames/3").json()["view"]["seat"] == 0
        assert ada.get(f"/api/tables/{table}/frames/9999").json()["code"] == "bad-point"
        ada.play_on(update)
        last = ada.get(f"/api/tables/{table}/frames/0?seat=B").json()["of"]
        end = ada.get(f"/api/tables/{table}/frames/{last}?seat=B").json()
        assert end["view"]["over"]
        assert end["view"]["seat"] == 1
        assert end["result"]


def test_a_finished_game_can_be_forked_and_played_again(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        table = ada.open_table("me", "random")
        ada.connect(table)
        ada.post(f"/api/tables/{table}/start")
        ada.play_on(ada.hear_turn())
        fork = ada.post(
            f"/api/tables/{table}/fork", {"answers": 12, "seat": 1, "bot": "random"}
        ).json()
        ada.connect(fork["id"])
        ada.post(f"/api/tables/{fork['id']}/start")
        assert ada.play_on(ada.hear_turn())["view"]["over"]
        rematch = ada.post(f"/api/tables/{table}/rematch").json()
        assert [seat["kind"] for seat in rematch["seats"]] == ["person", "bot"]
        assert ada.post(f"/api/tables/{table}/rematch").json()["id"] == rematch["id"]


def test_accounts_with_a_password(server: Server) -> None:
    with Player(server.base, "Cleo") as cleo, Player(server.base, "Cleo") as other:
        assert (
            cleo.post("/api/session/account", {"password": "short"}).json()["code"]
            == "bad-password"
        )
        assert (
            cleo.post("/api/session/account", {"password": "papyrus and ink"}).json()["account"]
            is True
        )
        assert (
            other.post("/api/session/account", {"password": "papyrus and ink"}).json()["code"]
            == "name-taken"
        )
        assert (
            other.post("/api/session/login", {"name": "Cleo", "password": "wrong"}).json()["code"]
            == "bad-login"
        )
        assert (
            other.post("/api/session/login", {"name": "Nobody", "password": "wrong"}).json()["code"]
            == "bad-login"
        )
        assert other.post(
            "/api/session/login", {"name": "cleo", "password": "papyrus and ink"}
        ).json() == cleo.person | {"account": True}


def test_a_session_can_be_ended(server: Server) -> None:
    with Player(server.base, "Ada") as ada:
        ada.http.delete("/api/session")
        assert ada.get("/api/session").json() is None


def test_health_and_metrics(server: Server) -> None:
    assert plain.get(f"{server.base}/health").json() == {"status": "ok"}
    assert "emberstacks_moves" in plain.get(f"{server.base}/metrics").text


def test_a_flood_of_requests_is_limited(database: str) -> None:
    limited = in_memory(database, limit=20)
    try:
        answers = [plain.get(f"{limited.base}/api/games").status_code for _ in range(40)]
        assert answers.count(429) > 10
    finally:
        limited.stop()


def test_the_same_wish_sent_twice_opens_one_table(server: Server) -> None:
    with Player(server.base, "Ada") as ada, Player(server.base, "Ben") as ben:
        first, again = (
            ada.open_table("me", "random", key="k" * 32),
            ada.open_table("me", "random", key="k" * 32),
        )
        assert first == again
        assert ben.open_table("me", "random", key="k" * 32) != first
        assert [
            one["id"] for one in ada.get("/api/tables").json() if one["host"] == ada.person["id"]
        ] == [first]
        refused = ada.post("/api/tables", {"game": "fire-prototype", "seats": [], "key": "short"})
        assert refused.status_code == 400


def test_a_wrong_address_is_the_page_for_people_and_a_sentence_for_programs(server: Server) -> None:
    person = plain.get(f"{server.base}/tables/of/old", headers={"accept": "text/html,*/*"})
    assert (person.status_code, person.headers["content-type"].split(";")[0]) == (404, "text/html")
    assert (
        plain.get(f"{server.base}/api/nothing", headers={"accept": "text/html"}).json()["code"]
        == "not-found"
    )
    assert plain.get(f"{server.base}/nothing").json()["code"] == "not-found"


def test_the_page_comes_at_each_of_its_addresses(server: Server) -> None:
    """web/src/routes.ts is the only list of them."""
    addresses = Early.read(PAGE / "links.json").addresses
    assert len(addresses) > 1
    for address in addresses:
        answer = plain.get(server.base + address.replace("{rest:path}", "something/1"))
        assert (answer.status_code, b"<title>" in answer.content) == (200, True), address
    for path in ("/learning/fire", "/lobby", "/me/too"):
        assert plain.get(server.base + path).status_code == 404, path
