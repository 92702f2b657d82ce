"""Requests without a browser: with patience for a busy machine, and without certificates, which
take longer to read than plain HTTP takes to answer.
"""

from functools import partial

import httpx

get = partial(httpx.get, timeout=60, verify=False)
post = partial(httpx.post, timeout=60, verify=False)
put = partial(httpx.put, timeout=60, verify=False)
delete = partial(httpx.delete, timeout=60, verify=False)
Client = partial(httpx.Client, timeout=60, verify=False)
