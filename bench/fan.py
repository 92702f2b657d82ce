"""One frame to many sockets by nothing but `send`: what the operating system alone takes for an
audience. Prints milliseconds.

`python -m bench.fan SOCKETS BYTES`: this process sends, another one on another core reads.
"""

from __future__ import annotations

import os
import selectors
import socket
import sys
import time

ROUNDS = 200
PAUSE = 0.01  # seconds between two rounds, in which the readers read


def read(port: int, number: int) -> None:
    """The readers, until the sender has gone."""
    looking = selectors.DefaultSelector()
    for _ in range(number):
        looking.register(socket.create_connection(("127.0.0.1", port)), selectors.EVENT_READ)
    while True:
        for key, _ in looking.select():
            if not key.fileobj.recv(65_536):  # type: ignore[union-attr]
                return


def main() -> None:
    number, size = int(sys.argv[1]), int(sys.argv[2])
    cores = sorted(os.sched_getaffinity(0))
    door = socket.create_server(("127.0.0.1", 0), backlog=number)
    child = os.fork()
    if child == 0:
        os.sched_setaffinity(0, {*cores[1:]} or {*cores})
        read(door.getsockname()[1], number)
        os._exit(0)
    os.sched_setaffinity(0, {cores[0]})
    links = [door.accept()[0] for _ in range(number)]
    for link in links:
        link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    frame = b"x" * size
    spent = 0.0
    for _ in range(ROUNDS):
        began = time.process_time()
        for link in links:
            link.send(frame)
        spent += time.process_time() - began
        time.sleep(PAUSE)
    for link in links:
        link.close()
    os.waitpid(child, 0)
    print(spent / ROUNDS * 1000)


if __name__ == "__main__":
    main()
