"""The documentation site under /docs, if `make docs` has built it."""

from __future__ import annotations

import mimetypes
from typing import Any

from litestar import Request, get
from litestar.exceptions import NotFoundException
from litestar.response import File, Redirect

from emberstacks import build

SITE = build.page().parent / "site"


def has_docs() -> bool:
    """Has the site been built?"""
    return (SITE / "index.html").is_file()


@get(["/docs", "/docs/{rest:path}"], include_in_schema=False, sync_to_thread=False)
def manual(request: Request[Any, Any, Any]) -> File | Redirect:
    """A file of the site. A folder shows its index, at an address that ends in a slash, because
    links are relative.
    """
    rest = str(request.path_params.get("rest", ""))
    try:
        file = (SITE / rest.lstrip("/")).resolve()
        if not file.is_relative_to(SITE.resolve()) or not file.exists():
            raise NotFoundException
    except (ValueError, OSError):  # a name that no file can have
        raise NotFoundException from None
    if file.is_dir():
        if not request.scope["raw_path"].endswith(b"/"):  # Litestar's own path has lost its slash
            return Redirect(f"{request.url.path}/")
        file /= "index.html"
    if not file.is_file():
        raise NotFoundException
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return File(
        file,
        media_type=kind,
        content_disposition_type="inline",
        headers={"Cache-Control": "no-cache"},
    )
