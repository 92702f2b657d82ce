"""Web Push: messages that only one browser can read (RFC 8291, 8188), signed with this server's key
(VAPID, RFC 8292).

`cryptography` does all the arithmetic. The libraries for this bring a second HTTP client or a
second validator with them.
"""

from __future__ import annotations

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

LONGEST = 3000  # bytes of a message: push services take 4,096 after encryption
RECORD = 4096
KEPT = 86_400  # seconds for which a push service keeps a message for a browser that is not running
SIGNED = 12 * 3600  # seconds for which a signature is good; at most a day
CURVE = ec.SECP256R1()


def packed(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def unpacked(text: str) -> bytes:
    """
    >>> unpacked(packed(b"books"))
    b'books'
    """
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """A private key for this server, as text."""
    return packed(
        ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big")
    )


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(unpacked(text), "big"), CURVE)


def point(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key, as browsers want it."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key(text: str) -> str:
    """The public half of a private key, as text."""
    return packed(point(private_key(text)))


def check_keys(p256dh: str, auth: str) -> bool:
    """Are these the keys of a browser?"""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unpacked(p256dh))
        return len(unpacked(p256dh)) == 65 and len(unpacked(auth)) == 16
    except (ValueError, InvalidKey):
        return False


def derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def encrypted(
    message: bytes,
    p256dh: str,
    auth: str,
    own: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A message for one browser; its own key and its salt are new for each message, unless a test
    brings them.
    """
    own = own or ec.generate_private_key(CURVE)
    salt = salt or os.urandom(16)
    theirs = unpacked(p256dh)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = derived(shared, unpacked(auth), b"WebPush: info\0" + theirs + point(own), 32)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([65]) + point(own)
    # 2: the last record, without padding
    return head + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def signature(endpoint: str, key: str, contact: str) -> str:
    """What tells a push service who sends."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED,
        "sub": contact,
    }  # as others count the time
    text = ".".join(
        packed(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    r, s = decode_dss_signature(private_key(key).sign(text.encode(), ec.ECDSA(hashes.SHA256())))
    return (
        f"vapid t={text}.{packed(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))},"
        f" k={public_key(key)}"
    )


def request(
    endpoint: str, keys: str, message: bytes, topic: str, key: str, contact: str
) -> tuple[dict[str, str], bytes]:
    """The headers and the body that bring a message to a browser; of two with one topic, a browser
    gets the later.
    """
    theirs = json.loads(keys)
    headers = {
        "Authorization": signature(endpoint, key, contact),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        "Urgency": "normal",
        "Topic": topic,
    }
    return headers, encrypted(message[:LONGEST], theirs["p256dh"], theirs["auth"])
