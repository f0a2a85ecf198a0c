"""PyTorch's times for the network of `petteia bench nets`, on the same machine.

    python3 tests/torch/bench.py [path of petteia]

With the program's path its own times stand beside PyTorch's, with their ratios. Needs PyTorch; no test of the project does.
"""

import json
import statistics
import subprocess
import sys
import time

import torch
from torch import nn

PLANES, CELLS, STEPS = 10, 49, 6 * 49 + 2
REPEATS = 5


class Network(nn.Module):
    """Four convolutions of 128 filters, two dense layers of 256, policy and value: Seejeh 7x7."""

    def __init__(self):
        super().__init__()
        self.convolutions = nn.ModuleList(nn.Conv2d(n, 128, 3, padding=1) for n in (PLANES, 128, 128, 128))
        self.dense = nn.ModuleList([nn.Linear(128 * CELLS, 256), nn.Linear(256, 256)])
        self.policy, self.value = nn.Linear(256, STEPS), nn.Linear(256, 1)

    def forward(self, x):
        for layer in self.convolutions:
            x = torch.relu(layer(x))
        x = x.flatten(1)
        for layer in self.dense:
            x = torch.relu(layer(x))
        return self.policy(x), torch.tanh(self.value(x)).squeeze(1)


def measure(work):
    work()
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        times.append(1e3 * (time.perf_counter() - start))
    return sorted(times)


def main():
    torch.manual_seed(1)
    network = Network()
    planes = (torch.rand(256, PLANES, 7, 7) < 0.3).float()
    shares = torch.softmax(torch.randn(256, STEPS), 1)
    results = torch.rand(256) * 2 - 1
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-4, weight_decay=1e-4)

    def infer(size):
        with torch.inference_mode():
            network(planes[:size])

    def learn():
        policy, value = network(planes)
        loss = ((value - results) ** 2).mean() - (shares * torch.log_softmax(policy, 1)).sum(1).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

    theirs = {}
    torch.set_num_threads(1)
    for size in (1, 16, 256):
        theirs[f"inference, {size} positions, one thread"] = measure(lambda: infer(size))
    theirs["learning step, 256 positions, 1 thread"] = measure(learn)
    torch.set_num_threads(2)
    theirs["learning step, 256 positions, 2 threads"] = measure(learn)

    ours = {}
    if len(sys.argv) > 1:
        printed = subprocess.run([sys.argv[1], "bench", "nets", "--json"], check=True, capture_output=True).stdout
        report = json.loads(printed)
        ours = {entry["name"]: entry["values"] for entry in report["measurements"]}
        print(json.dumps(report["self_play"]))
    print(f"PyTorch {torch.__version__}; medians of {REPEATS} in ms")
    for name, times in theirs.items():
        line = f"{name:<44}PyTorch {statistics.median(times):8.2f}"
        if name in ours:
            mine = statistics.median(ours[name])
            line += f"   petteia {mine:8.2f}   ratio {mine / statistics.median(times):.2f}"
        print(line)


if __name__ == "__main__":
    main()
