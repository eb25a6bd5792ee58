"""A store."""
import json
import os as system
from . import sibling
from .deep.down import (
    one,
    two,
)

LIMIT: int = 5
NAMES = [
    "a",
]


@registered("store")
@final
class Store(Base, metaclass=Meta):
    """Keeps things.

    def not_a_function(): in a text
    """

    path: str
    cache = {}  # by key

    def __init__(self, n, /, *, name="x", **kw):
        self.n = n

    @property
    def area(self) -> float:
        '''How large it is.'''
        return 1.0

    async def fetch(
        self,
        url: str,  # where from
        retries: int = 3,
    ) -> bytes:
        """Fetch it."""
        def inner(x):
            return x
        return await inner(url)


if system.name == "nt":
    def separator(): return "\\"
else:
    def separator():
        return "/"

async def main() -> None:
    text = """
def not_a_function_either():
"""
    print(text)  # the end
# a comment after the end
