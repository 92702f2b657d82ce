"""The tables of the database. `events` is the truth about every match; everything else is who,
where and when.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
    true,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
    # the key of the account (names.py), if there is a password; SQLite does not look at the length,
    # and cannot change it
    Column("account", String(24).with_variant(Text, "postgresql"), unique=True),
    Column("password", Text),
    # what the person prefers, as the page wrote it
    Column("settings", Text, nullable=False, server_default="{}"),
    Column("created", Float, nullable=False),
    Column("away", Float, nullable=False, server_default="0"),  # on vacation until then
    Column("registered", Float),  # when the account was made
    # of the account's name (names.py); none if an older account looks the same
    Column("skeleton", Text),
    Index("people_by_skeleton", "skeleton", unique=True),
)

sessions = Table(
    "sessions",
    metadata,
    # a hash of the cookie, so that a stolen database opens no session
    Column("id", String(64), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False, server_default="0"),  # when it was last used, to the hour
    Column("browser", String(40), nullable=False, server_default=""),  # such as "Firefox on Linux"
    Index("sessions_by_person", "person"),
)

links = Table(  # each brings a person to another device, once
    "links",
    metadata,
    Column("id", String(64), primary_key=True),  # a hash of the code in the link
    # a new link replaces the last
    Column("person", String(32), ForeignKey("people.id"), nullable=False, unique=True),
    Column("until", Float, nullable=False),
)

addresses = Table(  # where a person is told outside the page that it is their turn
    "addresses",
    metadata,
    # nobody can guess it: anyone who has it may stop what is sent there
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), nullable=False),
    Column("kind", String(8), nullable=False),  # push, email, ntfy, webhook
    Column("target", Text, nullable=False),
    Column("browser", Text, nullable=False),  # the keys of a browser, to encrypt for
    # a hash of what confirms an e-mail address; empty: confirmed
    Column("code", String(64), nullable=False),
    Column("created", Float, nullable=False),
    Index("addresses_by_person", "person"),
    Index("addresses_to_confirm", "code"),
)

outbox = Table(  # what is still to be sent
    "outbox",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("address", String(32), ForeignKey("addresses.id"), nullable=False),
    Column("table", String(32), nullable=False),  # empty: only a test
    Column("seat", Integer, nullable=False),
    Column("due", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Index("outbox_by_due", "due"),
    Index("outbox_by_address", "address"),
)

own_keys = Table(  # made once, shared by all processes
    "own_keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("text", Text, nullable=False),
)

ratings = Table(  # of people and bots, by game
    "ratings",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("player", String(40), primary_key=True),  # the id of a person, or "bot " and its name
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ratings_by_player", "player"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("title", String(60), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("clock", Integer, nullable=False),
    Column("silent", Boolean, nullable=False),
    Column("help", Boolean, nullable=False, server_default=true()),
    Column("status", String(8), nullable=False),  # open, playing, over
    Column("host", String(32), nullable=False),
    Column("secret", String(64), nullable=False),
    # a fork starts here; of a game that was played elsewhere, its whole record
    Column("position", Text),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("result", Text, nullable=False),
    Column("next", String(32), nullable=False),
    Column("rules", String(16), nullable=False, server_default="1.0"),  # the version of the rules
    # why the game cannot continue, if it cannot
    Column("aside", Text, nullable=False, server_default=""),
    # when a process must look at the table if nobody has by then: a bot, a clock, a window
    Column("due", Float),
    # all players have agreed to pause
    Column("paused", Boolean, nullable=False, server_default=false()),
    Column("resumed", Float, nullable=False, server_default="0"),  # when the last pause ended
    Column("rated", Boolean, nullable=False, server_default=false()),  # the ratings know its result
    # the person whose name is in the title
    Column("titled", String(32), nullable=False, server_default=""),
    # the running game without hints that a fork continues
    Column("source", String(32), nullable=False, server_default=""),
    # the host has set it aside, until they put it back
    Column("withheld", Boolean, nullable=False, server_default=false()),
    Index("tables_by_change", "status", "changed"),
    Index("tables_by_host", "host", "status"),
    Index("tables_by_due", "due"),
    # on PostgreSQL as well, see migration 0006
    Index("tables_set_aside", "id", sqlite_where=text("aside <> ''")),
    # the same
    Index("tables_to_rate", "changed", sqlite_where=text("status = 'over' AND NOT rated")),
)

seats = Table(
    "seats",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # person, open, bot
    Column("person", String(32), nullable=False),
    Column("bot", String(32), nullable=False),
    Column("name", String(24), nullable=False),
    Column("stand_in", Boolean, nullable=False),
    # a bot has played for the person at some time
    Column("stood_in", Boolean, nullable=False, server_default=false()),
    # the person has taken it off their list
    Column("hidden", Boolean, nullable=False, server_default=false()),
    # the person agrees to end the game early
    Column("wants_end", Boolean, nullable=False, server_default=false()),
    # the person agrees to pause
    Column("wants_pause", Boolean, nullable=False, server_default=false()),
    # the piece with the player's marker
    Column("marker", String(32), nullable=False, server_default=""),
    # the last line of chat that the person has read
    Column("heard", Integer, nullable=False, server_default="0"),
    Index("seats_by_person", "person"),
)

events = Table(
    "events",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    # the key, together with the table: nothing can be written twice
    Column("version", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # answer, undo, clock, stand-in
    Column("seat", Integer, nullable=False),  # or chance
    Column("code", BigInteger, nullable=False),
    Column("at", Float, nullable=False),
)

sealed = Table(
    "sealed",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True),  # of the question
    Column("seat", Integer, primary_key=True),
    Column("code", BigInteger, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer),
    Column("name", String(24), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("text", Text, nullable=False),
)

quotas = Table(  # what was done lately of what is limited
    "quotas",
    metadata,
    Column("key", String(120), primary_key=True),
    Column("until", Float, nullable=False),
    Column("times", Integer, nullable=False),
    Index("quotas_by_time", "until"),
)

heartbeat = Table(  # one row, written again and again to find out whether anything can be written
    "heartbeat",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
)

crowd = Table(  # the busy addresses of each process
    "crowd",
    metadata,
    Column("process", String(16), primary_key=True),
    Column("address", String(64), primary_key=True),
    Column("sockets", Integer, nullable=False),
    Column("requests", Integer, nullable=False),
    Column("minute", Integer, nullable=False),
    Column("at", Float, nullable=False),
)

presence = Table(
    "presence",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("seen", Float, nullable=False),  # the last sign of life of the person who sits there
)

told = Table(  # who was told that it is their turn, so that nobody is told twice
    "told",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("version", Integer, nullable=False),  # of the log, when the turn began
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table", String(32), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, nullable=False),  # of the log
    Column("text", Text, nullable=False),  # see snapshots.py; it may always be thrown away
)

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    # whose puzzle of the day it was; empty for any other puzzle
    Column("day", String(10), primary_key=True),
    Column("solved", Boolean, nullable=False),
    Column("rating", Integer, nullable=False),  # of the person, afterwards
    Column("at", Float, nullable=False),
)

challenge_tries = Table(  # one for each person, day and challenge
    "challenge_tries",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("challenge", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id"), primary_key=True),
    Column("table", String(32), nullable=False, unique=True),
)
