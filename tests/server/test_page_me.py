"""The page about a person: results, where they are told that it is their turn, vacation, and the
way out.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.server.browser import (
    browser,
    clean_in_every_light,
    come_in,
    open_table,
    play_to_the_end,
    sit_down,
    until_here,
)
from tests.server.conftest import Server
from tests.server.sinks import MailSink, PushBrowser, WebSink, mail_sink, web_sink
from tests.server.test_notices import text_of
from tests.waiting import until

__all__ = ["browser"]


@pytest.fixture(scope="module")
def sink() -> Iterator[WebSink]:
    with web_sink() as running:
        yield running


@pytest.fixture(scope="module")
def mails() -> Iterator[MailSink]:
    with mail_sink() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, mails: MailSink) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path_factory.mktemp('data') / 'tables.db'}"
    running = Server(
        database,
        private_addresses=True,
        notice=0.5,
        smtp=mails.address,
        mail_from="games@example.org",
    ).start()
    yield running
    running.stop()


def come(context: BrowserContext, server: Server) -> Page:
    """Somebody comes in and goes to the page about them."""
    page = come_in(context, server, "Ada")
    expect(page.get_by_role("heading", name="Set up a table")).to_be_visible()
    about_me(page, server)
    return page


def about_me(page: Page, server: Server) -> None:
    page.goto(f"{server.base}/me")
    expect(page.get_by_role("heading", name="Results")).to_be_visible()


def test_a_person_finds_their_results_and_takes_them_along(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = come_in(context, server, "Ada")
        page.get_by_role("button", name="You: Ada").click()
        page.get_by_role("link", name="Your results and notifications").click()
        expect(page.get_by_text("You have not finished a game yet.")).to_be_visible()
        page.get_by_role("link", name="Emberstacks").click()
        open_table(page, "Random bot")
        page.wait_for_selector(".choices button")
        play_to_the_end(page)
        about_me(page, server)
        expect(page.get_by_text(re.compile("^1 game, [01] won$"))).to_be_visible()
        games = page.get_by_role("table", name="By game")
        expect(games.get_by_role("rowheader")).to_have_text(re.compile("Fire in the Library"))
        expect(page.get_by_role("table", name="Against").get_by_role("rowheader")).to_have_text(
            "Random"
        )
        until(lambda: context.request.get(f"{server.base}/api/mine/profile").json()["ratings"])
        page.reload()
        expect(page.get_by_role("table", name="Ratings")).to_contain_text("give or take")
        clean_in_every_light(page)
        with page.expect_download() as waiting:
            page.get_by_role("link", name="Download all my records").click()
        with zipfile.ZipFile(io.BytesIO(waiting.value.path().read_bytes())) as archive:
            assert sum(name.startswith("records/") for name in archive.namelist()) == 1


FAKE_PUSH = """(keys) => {
  Notification.requestPermission = async () => "granted";
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  let made = null;
  PushManager.prototype.subscribe = async (wish) => {
    window.wished = wish;
    const unsubscribe = async () => ((made = null), true);
    made = { endpoint: keys.endpoint, getKey: (name) => bytes(keys[name]).buffer, unsubscribe };
    return made;
  };
  PushManager.prototype.getSubscription = async () => made;
}"""


def test_a_browser_is_told_and_forgotten(browser: Browser, server: Server, sink: WebSink) -> None:
    """The browser's push service is replaced by ours: a test has no business at the real one."""
    with browser.new_context(service_workers="allow") as context:
        here = PushBrowser(f"{sink.base}/push/page")
        page = sit_down(context, server, "Ada", "random")
        table = page.url
        about_me(page, server)
        page.evaluate("""() => {
            Notification.requestPermission = async () => "granted";
            PushManager.prototype.subscribe = async () => { throw new DOMException("Registration failed"); };
        }""")
        page.get_by_role("button", name="Turn on").click()
        expect(page.get_by_role("alert")).to_contain_text(
            "This browser could not reach its push service."
        )
        page.add_init_script(f"({FAKE_PUSH})({json.dumps(here.subscription())})")
        about_me(page, server)  # away from the table
        page.get_by_role("button", name="Turn on").click()
        expect(page.get_by_text("This browser will tell you.")).to_be_visible()
        wished = page.evaluate("window.wished")
        assert wished["userVisibleOnly"] is True
        assert (
            wished["applicationServerKey"]
            == context.request.get(f"{server.base}/api/mine/addresses").json()["push_key"]
        )
        until(lambda: [got for got in sink.got if got.path == "/push/page"])
        said = here.read(next(got for got in sink.got if got.path == "/push/page").body)
        assert table.endswith(said["path"])
        clean_in_every_light(page)
        page.get_by_role("button", name="Remove: This browser").click()
        expect(page.get_by_role("button", name="Turn on")).to_be_visible()
        assert context.request.get(f"{server.base}/api/mine/addresses").json()["addresses"] == []


# not every browser of these tests may show notifications or open windows, so the worker's own calls
# are looked at
WATCHED = """() => {
  self.calls = [];
  const show = async (title, { body, tag, data }) => self.calls.push([title, body, tag, data]);
  ServiceWorkerRegistration.prototype.showNotification = show;
  Clients.prototype.openWindow = async (address) => self.calls.push(["opened", address]);
  WindowClient.prototype.focus = async function () { self.calls.push(["focused", this.url]); };
}"""


def test_the_worker_shows_what_arrives_and_opens_the_table(
    browser: Browser, server: Server
) -> None:
    with browser.new_context(service_workers="allow") as context:
        page = come_in(context, server, "Ada")
        page.wait_for_function(
            "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !=="
            " null)"
        )
        (worker,) = context.service_workers
        worker.evaluate(WATCHED)
        wire = context.new_cdp_session(page)
        found: list[Any] = []
        wire.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: found.extend(told["registrations"]),
        )
        wire.send("ServiceWorker.enable")
        until_here(page, lambda: found)
        message = {"title": "Your turn: Fire", "text": "Ada's table, with Ben.", "path": "/table/x"}
        push = {
            "origin": server.base,
            "registrationId": found[0]["registrationId"],
            "data": json.dumps(message),
        }
        wire.send("ServiceWorker.deliverPushMessage", push)
        until_here(page, lambda: worker.evaluate("self.calls.length"))
        assert worker.evaluate("self.calls") == [
            ["Your turn: Fire", "Ada's table, with Ben.", "/table/x", "/table/x"]
        ]
        worker.evaluate(
            "async () => { self.calls = []; await open(location.origin + '/table/x'); await"
            " open(location.origin + '/'); }"
        )
        assert worker.evaluate("self.calls") == [
            ["opened", f"{server.base}/table/x"],
            ["focused", f"{server.base}/"],
        ]


def test_an_e_mail_address_and_a_webhook(
    browser: Browser, server: Server, sink: WebSink, mails: MailSink
) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = come(context, server)
        page.get_by_label("Your e-mail address").fill("ada@example.org")
        page.get_by_role("button", name="Send the link").click()
        expect(page.get_by_text("We have sent you an e-mail.")).to_be_visible()
        expect(page.get_by_role("list", name="Where we tell you")).to_contain_text(
            "ada@example.org, not confirmed yet"
        )
        (path,) = re.findall(r"(/mail#confirm=[\w-]+)", text_of(mails.got[-1]))
        with browser.new_context() as elsewhere:  # on the phone, say
            phone = elsewhere.new_page()
            phone.goto(server.base + path)
            phone.get_by_role("button", name="Yes, tell me by e-mail").click()
            expect(phone.get_by_text("From now on we tell you by e-mail")).to_be_visible()
            clean_in_every_light(phone)
            page.reload()
            page.get_by_role("button", name="Send a test: ada@example.org").click()
            expect(page.get_by_text("Sent. It should arrive in a moment.")).to_be_visible()
            until(lambda: mails.got[-1]["Subject"] == "A test from Emberstacks")
            (path,) = re.findall(r"(/mail#stop=[\w-]+)", text_of(mails.got[-1]))
            phone.goto("about:blank")
            phone.goto(server.base + path)
            phone.get_by_role("button", name="Stop the e-mails").click()
            expect(phone.get_by_text("You will get no more e-mails.")).to_be_visible()
        page.reload()
        expect(page.get_by_label("Your e-mail address")).to_be_visible()
        expect(page.get_by_text("ada@example.org")).to_have_count(0)
        page.get_by_label("What it is").select_option("webhook")
        page.get_by_label("Address", exact=True).fill("https://ada:pass@example.org/x")
        page.get_by_role("button", name="Add").click()
        alert = page.get_by_role("alert")
        expect(alert).to_have_text("The address must not hold a name or a password.")
        expect(alert).to_be_in_viewport()  # beside what was pressed
        page.get_by_label("Address", exact=True).fill(f"{sink.base}/from-page")
        page.get_by_role("button", name="Add").click()
        page.get_by_role("button", name=re.compile("^Send a test")).click()
        until(lambda: [got for got in sink.got if got.path == "/from-page"])


def test_a_vacation(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = come(context, server)
        field = page.get_by_label("Back on")
        field.fill(str(field.get_attribute("max")))
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text(re.compile("^You are on vacation until "))).to_be_visible()
        page.reload()
        page.get_by_role("button", name="I am back").click()
        expect(page.get_by_label("Back on")).to_be_visible()
        assert context.request.get(f"{server.base}/api/mine/vacation").json() == {"until": 0.0}


def test_the_way_out(browser: Browser, server: Server) -> None:
    with browser.new_context(reduced_motion="reduce") as context:
        page = come(context, server)
        page.get_by_text("Delete me", exact=True).click()
        page.get_by_label("To go on, type your name: Ada").fill("Eva")
        page.get_by_role("button", name="Delete me for ever").click()
        expect(page.get_by_role("alert")).to_have_text("Type your name exactly as it is shown.")
        clean_in_every_light(page)
        page.get_by_label("To go on, type your name: Ada").fill("Ada")
        page.get_by_role("button", name="Delete me for ever").click()
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        assert page.evaluate("[Object.keys(localStorage), Object.keys(sessionStorage)]") == [[], []]
        assert context.cookies() == []


def registered(context: BrowserContext, server: Server, name: str) -> None:
    assert context.request.post(f"{server.base}/api/session", data={"name": name}).ok
    assert context.request.post(
        f"{server.base}/api/session/account", data={"password": "burning books"}
    ).ok


def test_where_somebody_is_logged_in_and_a_new_password(browser: Browser, server: Server) -> None:
    with browser.new_context() as one, browser.new_context() as two:
        registered(one, server, "Melitta")
        login = {"name": "melitta", "password": "burning books"}
        for _ in range(2):
            assert two.request.post(f"{server.base}/api/session/login", data=login).ok
        seats = [{"kind": "host", "bot": ""}, {"kind": "bot", "bot": "random"}]
        made = two.request.post(
            f"{server.base}/api/tables", data={"game": "fire-prototype", "seats": seats}
        )
        table = made.json()["id"]
        assert two.request.post(f"{server.base}/api/tables/{table}/start").ok
        there = two.new_page()
        there.goto(f"{server.base}/table/{table}")
        expect(
            there.get_by_role("img", name="This name belongs to an account").first
        ).to_be_visible()
        page = one.new_page()
        about_me(page, server)
        listed = page.get_by_role("list", name="Where you are logged in").get_by_role("listitem")
        expect(listed).to_have_count(3)
        expect(listed.filter(has_text=", here")).to_have_count(1)
        clean_in_every_light(page)
        # the older one, which nobody uses
        listed.get_by_role("button", name=re.compile("^Log out there")).last.click()
        expect(listed).to_have_count(2)
        page.get_by_label("Your password now").fill("a guess")
        page.get_by_label("New password").fill("reeds and wax")
        page.get_by_role("button", name="Change my password").click()
        expect(page.get_by_role("alert")).to_have_text("That is not your password.")
        page.get_by_label("Your password now").fill("burning books")
        page.get_by_role("button", name="Change my password").click()
        expect(page.get_by_text("Saved. Everywhere else you are logged out.")).to_be_visible()
        expect(listed).to_have_count(1)
        # no longer at the table
        expect(there.get_by_role("button", name="Play now")).to_be_visible()
        page.get_by_role("button", name="Log out everywhere").click()
        expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_the_way_out_of_an_account_asks_for_its_password(browser: Browser, server: Server) -> None:
    with browser.new_context() as context:
        registered(context, server, "Xenia")
        page = context.new_page()
        about_me(page, server)
        page.get_by_text("Delete me", exact=True).click()
        page.get_by_label("To go on, type your name: Xenia").fill("Xenia")
        page.get_by_label("And your password").fill("a guess")
        page.get_by_role("button", name="Delete me for ever").click()
        expect(page.get_by_role("alert")).to_have_text("That is not your password.")
        page.get_by_label("And your password").fill("burning books")
        page.get_by_role("button", name="Delete me for ever").click()
        expect(page.get_by_role("button", name="Play now")).to_be_visible()
        assert context.cookies() == []
