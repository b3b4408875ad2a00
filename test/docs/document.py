"""A page, its blocks and how each is executed (inventory.py)."""

from blocks import read_blocks
from inventory import DEFAULTS, INVENTORY, Page, Run


class Document:
    """A page, its blocks and how each is executed."""

    def __init__(self, source, name):
        self.name = name
        self.page = INVENTORY.get(name, Page())
        self.blocks = read_blocks(source, name)
        self.ways = [self.way_of(block) for block in self.blocks]

    def way_of(self, block):
        """None if nothing says how the block is executed."""
        starts = [start for start in self.page.rules
                  if any(line.startswith(start) for line in block.lines)]
        if starts:
            return self.page.rules[max(starts, key=len)]
        return self.page.generated or DEFAULTS.get(block.language)

    def part_of(self, way):
        return way.part or self.page.part

    def unused_rules(self):
        return [start for start, way in self.page.rules.items() if not any(one is way for one in self.ways)]

    def parts(self):
        return {self.part_of(way) for way in self.ways if isinstance(way, Run)}

    def is_printed_by_commands(self, i):
        """A text that follows a block of commands is what its last command prints."""
        return i > 0 and self.blocks[i].language == "text" and isinstance(self.ways[i - 1], Run)

    def printed_after(self, i):
        """What the block must print, or None."""
        return self.blocks[i + 1].text if i + 1 < len(self.blocks) and self.is_printed_by_commands(i + 1) else None
