"""Messages as bytes: each is encoded once, and the same bytes go to everybody who may see it.

A server's frames are not masked, and ours are not compressed, so they are the same for every
socket. Compression would save a browser one or two kilobytes per move. It takes little time, but
then every connection needs its own frames and 32 kB of memory (zlib's formula for a window of 12
bits and memory level 5, which uvicorn uses).
"""

from __future__ import annotations

import struct

import msgspec

from emberstacks.protocol import Outgoing

FINAL_TEXT = 0x81

encoder = msgspec.json.Encoder()


def framed(message: Outgoing) -> bytes:
    """A message as a whole frame of the WebSocket protocol (RFC 6455, section 5.2)."""
    data = encoder.encode(message)
    size = len(data)
    if size < 126:
        return bytes((FINAL_TEXT, size)) + data
    if size < 65_536:
        return struct.pack(">BBH", FINAL_TEXT, 126, size) + data
    return struct.pack(">BBQ", FINAL_TEXT, 127, size) + data
