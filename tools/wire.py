"""The types of all messages between page and server, written to web/src/protocol.ts from the
server's own types.
"""

import json
import subprocess
from pathlib import Path

import msgspec

from emberstacks import protocol

TARGET = Path("web/src/protocol.ts")


def wire_types() -> list[type[msgspec.Struct]]:
    """Every type that goes over the wire."""
    bases = (protocol.Wire, protocol.ClientMessage, protocol.ServerMessage)
    found = [
        value
        for value in vars(protocol).values()
        if isinstance(value, type) and issubclass(value, bases)
    ]
    return [value for value in found if value not in bases]


def schema() -> str:
    """All types as one JSON schema."""
    _, components = msgspec.json.schema_components(wire_types(), ref_template="#/$defs/{name}")
    unions = {
        "Incoming": {
            "oneOf": [
                {"$ref": f"#/$defs/{kind.__name__}"}
                for kind in protocol.ClientMessage.__subclasses__()
            ]
        },
        "Outgoing": {
            "oneOf": [
                {"$ref": f"#/$defs/{kind.__name__}"}
                for kind in protocol.ServerMessage.__subclasses__()
            ]
        },
    }
    properties = {name: {"$ref": f"#/$defs/{name}"} for name in [*components, *unions]}
    whole = {
        "title": "Protocol",
        "type": "object",
        "properties": properties,
        "$defs": {**components, **unions},
    }
    return json.dumps({**whole, "additionalProperties": False}, sort_keys=True)


def write() -> None:
    """Let json-schema-to-typescript write the file; every build of the page does this, so it is
    never stale.
    """
    tool = [
        "node",
        "node_modules/json-schema-to-typescript/dist/src/cli.js",
        "--unreachableDefinitions",
    ]
    made = subprocess.run(
        tool, cwd="web", input=schema(), capture_output=True, text=True, check=True
    )
    if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != made.stdout:
        TARGET.write_text(made.stdout, encoding="utf-8")
