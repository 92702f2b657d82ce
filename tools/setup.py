"""Set up a private environment from a hash-pinned lock: python3 tools/setup.py play|dev|bench|ray.

Run by the Makefile with whatever Python 3 the machine has, so this file keeps to old syntax and the
standard library. A second run compares one stamp and returns at once.
"""

import hashlib
import os
import shutil
import subprocess
import sys

NEEDED = (3, 11)
ENVIRONMENTS = {"play": ".venv", "dev": ".venv", "bench": ".venv-bench", "ray": ".venv-ray"}
BIN = "Scripts" if os.name == "nt" else "bin"


def say(text):
    print("emberstacks: " + text, flush=True)


def stop(text):
    say(text)
    sys.exit(1)


def version_of(python):
    """The (major, minor) of a Python command, or None if it does not run."""
    code = "import sys; print(sys.version_info[0], sys.version_info[1])"
    try:
        out = subprocess.check_output([python, "-c", code], stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return None
    major, minor = out.split()
    return int(major), int(minor)


def find_python():
    """A Python that is new enough: the one running this, else the newest on the path."""
    wanted = [sys.executable] + ["python3.%d" % minor for minor in range(20, NEEDED[1] - 1, -1)]
    for name in wanted:
        if (
            name
            and (os.path.isabs(name) or shutil.which(name))
            and (version_of(name) or (0, 0)) >= NEEDED
        ):
            return name
    found = "%d.%d" % sys.version_info[:2]
    stop(
        "Python 3.11 or newer is needed, and only %s was found. Install one (Debian and Ubuntu: "
        "'apt-get install python3.11 python3.11-venv'; macOS: 'brew install python'), "
        "or name it: make PYTHON=/path/to/python3.11 ..." % found
    )


def stamp_of(lock):
    """What the environment must have been made from to be up to date."""
    digest = hashlib.sha256()
    for path in (lock, "pyproject.toml"):
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def run(command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if result.returncode != 0:
        sys.stdout.write(result.stdout.decode(errors="replace"))
    return result.returncode == 0


def make_venv(python, where):
    if os.path.exists(os.path.join(where, BIN, "python")):
        return
    say("making a private environment in " + where)
    shutil.rmtree(where, ignore_errors=True)
    if not run([python, "-m", "venv", where]):
        shutil.rmtree(where, ignore_errors=True)
        major, minor = version_of(python) or NEEDED
        stop(
            "this Python cannot make virtual environments. Install its venv module "
            "(Debian and Ubuntu: 'apt-get install python%d.%d-venv') and try again."
            % (major, minor)
        )


def find_uv(python):
    """A private, pinned uv; None if we cannot get it, and then pip does the work more slowly."""
    uv = os.path.join(".uv", BIN, "uv")
    if not os.path.exists(uv):
        make_venv(python, ".uv")
        say("fetching the installer (uv)")
        pip = [os.path.join(".uv", BIN, "python"), "-m", "pip", "install", "--quiet"]
        if not run(pip + ["--require-hashes", "-r", "requirements/uv.lock"]):
            say("uv is not to be had here; going on with pip, which is slower")
            return None
    return uv


def install(uv, where, lock):
    python = os.path.join(where, BIN, "python")
    if uv is not None:
        sync = [
            uv,
            "pip",
            "sync",
            "--quiet",
            "--compile-bytecode",
            "--require-hashes",
            "--python",
            python,
            lock,
        ]
        own = [uv, "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
        own += ["--python", python, "--editable", "."]
    else:
        pip = [python, "-m", "pip", "install", "--quiet"]
        sync = pip + ["--require-hashes", "--no-deps", "-r", lock]
        own = pip + ["--no-deps", "--no-build-isolation", "--editable", "."]
    if not run(sync) or not run(own):
        stop(
            "installing from %s failed (see above). Check that this machine reaches its "
            "package index, then try again; nothing else is needed." % lock
        )


def main():
    kind = sys.argv[1]
    lock = "requirements/%s.lock" % kind
    where = ENVIRONMENTS[kind]
    stamp = stamp_of(lock)
    marks = ("play", "dev") if kind == "play" else (kind,)
    for mark in marks:
        path = os.path.join(where, "stamp-" + mark)
        if os.path.exists(path):
            with open(path) as file:
                if file.read() == stamp_of("requirements/%s.lock" % mark):
                    return
    os.environ["UV_PYTHON_DOWNLOADS"] = "never"
    python = find_python()
    uv = find_uv(python)
    make_venv(python, where)
    for mark in ENVIRONMENTS:
        if os.path.exists(os.path.join(where, "stamp-" + mark)):
            os.remove(os.path.join(where, "stamp-" + mark))
    say("installing what %s names" % lock)
    install(uv, where, lock)
    with open(os.path.join(where, "stamp-" + kind), "w") as file:
        file.write(stamp)
    say("ready")


if __name__ == "__main__":
    main()
