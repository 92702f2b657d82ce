"""Everything that goes over the wire, as types: the client's types are generated from these. Import
them from here.
"""

from emberstacks.protocol.after import *
from emberstacks.protocol.base import *
from emberstacks.protocol.games import *
from emberstacks.protocol.learning import *
from emberstacks.protocol.neutral import *
from emberstacks.protocol.people import *
from emberstacks.protocol.play import *
from emberstacks.protocol.tables import *
