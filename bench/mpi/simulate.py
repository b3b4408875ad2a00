#!/usr/bin/env python3
"""Simulates the messages of one detect of libmote_mpi on any number of ranks (docs/cluster.md).

Each rank has a clock. A collective is simulated round by round (recursive doubling: in round i, rank r waits for rank r ^ 2^i),
a message leaves when its sender is ready and arrives a latency and its bytes later, one after the other at each end. Nothing of the
formula in docs/cluster.md is used: the program prints both, so that they can be compared.

    python3 bench/mpi/simulate.py [--ranks 1,10,100,1000] [--latency US] [--gigabytes PER_SECOND]
"""
import argparse
import math
import random

BOX, CLUSTER_BOX, CLUSTER = 24, 28, 1000  # bytes
CLUSTER_TRIANGLES = 128


class Machine:
    """Ranks with clocks, in seconds."""

    def __init__(self, ranks, latency, per_byte, skew, seed):
        self.ranks, self.latency, self.per_byte = ranks, latency, per_byte
        self.clock = [0.0] * ranks
        self.random = random.Random(seed)
        self.skew = skew

    def work(self, seconds):
        """Work of about equal length on each rank, with random differences."""
        for r in range(self.ranks):
            self.clock[r] += seconds * (1 + self.skew * self.random.random())

    def collective(self, bytes_per_round):
        """Recursive doubling; `bytes_per_round(i)` travel in round i."""
        for i in range(max(0, math.ceil(math.log2(self.ranks)))):
            cost = self.latency + self.per_byte * bytes_per_round(i)
            before = self.clock[:]
            for r in range(self.ranks):
                partner = r ^ (1 << i)
                if partner >= self.ranks:
                    partner %= self.ranks
                self.clock[r] = max(before[r], before[partner]) + cost

    def agree(self):
        self.collective(lambda i: 16)

    def gather(self, own_bytes):
        self.collective(lambda i: own_bytes << i)

    def exchange(self, neighbors, size):
        """Counts to all, an agreement, then a message of `size` bytes to each neighbor."""
        self.collective(lambda i: 8 * self.ranks // 2)
        self.agree()
        arrival = [[] for _ in range(self.ranks)]
        for r in range(self.ranks):
            for to in neighbors(r):
                self.clock[r] += self.per_byte * size
                arrival[to].append(self.clock[r] + self.latency)
        for r in range(self.ranks):
            for t in sorted(arrival[r]):
                self.clock[r] = max(self.clock[r], t) + self.per_byte * size


def stripe_neighbors(ranks):
    return lambda r: [n for n in (r - 1, r + 1) if 0 <= n < ranks]


def detect(m, scene):
    """The stages of mpi/detect.c; returns when the last rank is done."""
    neighbors = stripe_neighbors(m.ranks)
    m.agree()
    m.agree()
    m.work(scene['box_work'])
    m.collective(lambda i: 8 << i)
    m.agree()
    m.gather(BOX * scene['pieces'])
    m.work(scene['tree_work'])
    m.exchange(neighbors, CLUSTER_BOX * scene['reach'])
    m.agree()
    m.collective(lambda i: 8 << i)
    m.exchange(neighbors, 4 * scene['sent'])
    m.exchange(neighbors, CLUSTER * scene['sent'])
    m.work(scene['test_work'])
    m.exchange(neighbors, 8 * scene['faces'])
    m.exchange(neighbors, 8 * scene['faces'])
    m.agree()
    return max(m.clock)


def formula(m, scene):
    n = scene['pieces'] * m.ranks
    rounds = math.ceil(math.log2(m.ranks)) if m.ranks > 1 else 0
    two = min(2, m.ranks - 1)
    data = BOX * n + two * 2 * ((CLUSTER_BOX * scene['reach']) + 1004 * scene['sent'] + 16 * scene['faces'])
    work = scene['box_work'] + scene['tree_work'] + scene['test_work']
    return work * (1 + m.skew) + 19 * m.latency * rounds + m.per_byte * (data + 5 * 4 * m.ranks * rounds)


def crowd(ranks, bodies, options):
    """Bodies of 1,280 triangles on a plane, in stripes: each border is as long as the plane is wide."""
    total = bodies * ranks
    border = math.sqrt(total)
    triangles = 1280 * bodies
    return {'pieces': bodies, 'reach': int(3 * border), 'sent': int(3 * border), 'faces': int(10 * border),
            'box_work': options.crowd_ns * 1e-9 * triangles * .2, 'test_work': options.crowd_ns * 1e-9 * triangles * .8,
            'tree_work': options.piece_ns * 1e-9 * total, 'triangles': triangles * ranks}


def cloth(ranks, triangles, options):
    """One cloth in stripes of rows; a border has two clusters per 8 columns of quads."""
    total = triangles * ranks
    border = int(math.sqrt(total / 2) / 8 * 2)
    return {'pieces': 1, 'reach': 2 * border, 'sent': border, 'faces': border,
            'box_work': options.cloth_ns * 1e-9 * triangles * .1, 'test_work': options.cloth_ns * 1e-9 * triangles * .9,
            'tree_work': options.piece_ns * 1e-9 * ranks, 'triangles': total}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--ranks', default='1,10,100,1000,10000')
    parser.add_argument('--latency', type=float, default=2, help='us')
    parser.add_argument('--gigabytes', type=float, default=10, help='per second')
    parser.add_argument('--crowd-ns', type=float, default=CROWD_NS, help='work per triangle of a crowd')
    parser.add_argument('--cloth-ns', type=float, default=CLOTH_NS, help='work per triangle of a cloth')
    parser.add_argument('--piece-ns', type=float, default=PIECE_NS, help='work of each rank per piece of all')
    parser.add_argument('--skew', type=float, default=.1, help='of the work of ranks')
    options = parser.parse_args()
    print('scene      ranks     triangles  simulated ms  formula ms  efficiency')
    for name, make, size in (('crowd', crowd, 1000), ('cloth', cloth, 1000000)):
        alone = None
        for ranks in (int(n) for n in options.ranks.split(',')):
            machine = Machine(ranks, options.latency * 1e-6, 1e-9 / options.gigabytes, options.skew, 1)
            scene = make(ranks, size, options)
            seconds = detect(machine, scene)
            alone = alone or seconds
            print(f"{name:8} {ranks:7} {scene['triangles']:13,} {1e3 * seconds:13.3f} "
                  f"{1e3 * formula(machine, scene):11.3f} {alone / seconds:11.3f}")


# Processor time of one rank, measured by 'mote bench --mpi'; see docs/cluster.md.
CROWD_NS, CLOTH_NS, PIECE_NS = 20.0, 376.0, 70.0

if __name__ == '__main__':
    main()
