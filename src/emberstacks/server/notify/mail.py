"""E-mail, if the host has configured a mail server: short, plain text, and one click stops it."""

from __future__ import annotations

import asyncio
import re
import smtplib
import ssl
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

SECONDS = 10.0
# a link in a header must stay whole, or no mail program finds it
LINES = policy.SMTP.clone(max_line_length=998)
PORTS = {"smtp": 587, "smtps": 465}
ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+"
)


class NotSent(Exception):
    """The mail server did not take it; `refused` says that it never will."""

    def __init__(self, reason: str, refused: bool) -> None:
        super().__init__(reason)
        self.refused = refused


@dataclass(frozen=True)
class MailServer:
    """Where e-mail is handed in."""

    host: str
    port: int
    user: str
    password: str
    secure: bool  # TLS from the start; otherwise STARTTLS if the server offers it
    sender: str

    @classmethod
    def from_text(cls, text: str, sender: str) -> MailServer:
        """
        >>> server = MailServer.from_text("smtps://games:a%40b@mail.example.org", "games@example.org")
        >>> server.host, server.port, server.user, server.password, server.secure
        ('mail.example.org', 465, 'games', 'a@b', True)
        """
        parts = urlsplit(text)
        if parts.scheme not in PORTS or not parts.hostname:
            raise ValueError(
                "The mail server must look like smtps://user:password@host or smtp://host:port."
            )
        if not is_address(sender):
            raise ValueError(
                "Say who the e-mails come from, such as --mail-from games@example.org."
            )
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(
            parts.hostname,
            parts.port or PORTS[parts.scheme],
            user,
            password,
            parts.scheme == "smtps",
            sender,
        )

    async def send(self, to: str, subject: str, text: str, stop: str = "") -> None:
        """Hand in a message; `stop` is the address that ends these messages with one click. NotSent
        if it is not taken.
        """
        message = EmailMessage(LINES)
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message["Date"], message["Message-ID"] = (
            formatdate(),
            make_msgid(domain=self.sender.rpartition("@")[2]),
        )
        message["Auto-Submitted"] = "auto-generated"
        if stop:
            message["List-Unsubscribe"], message["List-Unsubscribe-Post"] = (
                f"<{stop}>",
                "List-Unsubscribe=One-Click",
            )
        message.set_content(text)
        try:
            await asyncio.to_thread(self.hand_in, message)
        except smtplib.SMTPRecipientsRefused as wrong:
            codes = [code for code, _ in wrong.recipients.values()]
            raise NotSent(
                "the mail server refused the address", all(code >= 500 for code in codes)
            ) from wrong
        except (smtplib.SMTPException, OSError) as wrong:
            raise NotSent(
                f"the mail server failed ({type(wrong).__name__})", refused=False
            ) from wrong

    def hand_in(self, message: EmailMessage) -> None:
        """In a thread."""
        if self.secure:
            link: smtplib.SMTP = smtplib.SMTP_SSL(
                self.host, self.port, timeout=SECONDS, context=ssl.create_default_context()
            )
        else:
            link = smtplib.SMTP(self.host, self.port, timeout=SECONDS)
        with link:
            link.ehlo()
            # a password never travels in the open
            if not self.secure and (link.has_extn("starttls") or self.user):
                link.starttls(context=ssl.create_default_context())
                link.ehlo()
            if self.user:
                link.login(self.user, self.password)
            link.send_message(message)


def is_address(text: str) -> bool:
    """
    >>> is_address("ada@example.org"), is_address("ada@here"), is_address("ada@example.org, ben@example.org")
    (True, False, False)
    """
    return len(text) <= 254 and ADDRESS.fullmatch(text) is not None
