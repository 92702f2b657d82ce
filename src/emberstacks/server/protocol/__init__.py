"""Everything that goes over the wire, as types: the client's types are generated from these. Import
them from here.
"""

from emberstacks.server.protocol.after import *
from emberstacks.server.protocol.base import *
from emberstacks.server.protocol.games import *
from emberstacks.server.protocol.learning import *
from emberstacks.server.protocol.neutral import *
from emberstacks.server.protocol.people import *
from emberstacks.server.protocol.play import *
from emberstacks.server.protocol.tables import *
