"""Trains the opinion on questions: several small transformers over words and marks, one chance for each value of each part.

    python train.py --features features.jsonl --out ..           # writes opinion.onnx and opinion.json

Of the shapes that a question can mean the net learns the sum: it may give its chance to any of them.
"""

import argparse
import collections
import json
import math
import random
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import Tensor, nn

#: Width of a word, layers, heads of attention. Longest question in words, as in `opinion.ts`.
WIDTH, LAYERS, ATTENTION, MOST_WORDS = 128, 2, 4, 60
EPOCHS, BATCH, RATE = 40, 64, 2e-3
#: Chance that a word is unknown in training; a mark half of it.
DROPPED_WORDS = 0.08
#: A word, a mark, and a set of measures or rows that are seen less often are not told apart.
LEAST_WORDS, LEAST_SETS = 2, 3
#: Seen this often, a word is no typing error.
LEAST_COMMON = 8
UNKNOWN = 1


class Layer(nn.Module):
    """Attention and two linear maps, each beside what came in; of torch's own the export keeps the length of the example."""

    def __init__(self) -> None:
        super().__init__()
        self.before, self.after = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.asked, self.told = nn.Linear(WIDTH, WIDTH * 3), nn.Linear(WIDTH, WIDTH)
        self.wide = nn.Sequential(nn.Linear(WIDTH, WIDTH * 2), nn.ReLU(), nn.Dropout(0.1), nn.Linear(WIDTH * 2, WIDTH))
        self.dropout = nn.Dropout(0.1)

    def forward(self, seen: Tensor, there: Tensor) -> Tensor:
        parts = self.asked(self.before(seen)).reshape(seen.shape[0], -1, 3, ATTENTION, WIDTH // ATTENTION)
        query, key, value = parts.permute(2, 0, 3, 1, 4).unbind(0)
        weights = (query @ key.transpose(2, 3)) / math.sqrt(WIDTH // ATTENTION)
        weights = weights.masked_fill(~there[:, None, None, :], -1e4).softmax(3)
        heard = (self.dropout(weights) @ value).transpose(1, 2).reshape(seen.shape[0], -1, WIDTH)
        seen = seen + self.dropout(self.told(heard))
        return seen + self.dropout(self.wide(self.after(seen)))


class Net(nn.Module):
    def __init__(self, words: int, tags: int, outputs: int) -> None:
        super().__init__()
        self.words, self.tags, self.places = (nn.Embedding(size, WIDTH) for size in (words, tags, MOST_WORDS))
        for table, spread in ((self.words, 0.3), (self.tags, 0.3), (self.places, 0.1)):
            nn.init.normal_(table.weight, std=spread)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.dropout, self.head = nn.Dropout(0.2), nn.Linear(WIDTH * 2, outputs)

    def forward(self, words: Tensor, tags: Tensor) -> Tensor:
        """1 question a row, 0 behind its end -> a value for each value of each head."""
        there = words > 0
        places = self.places(torch.arange(words.shape[1])).unsqueeze(0)
        seen = self.dropout(self.words(words) + self.tags(tags) + places)
        for layer in self.layers:
            seen = layer(seen, there)
        mean = seen.masked_fill(~there.unsqueeze(2), 0).sum(1) / there.sum(1, keepdim=True)
        most = seen.masked_fill(~there.unsqueeze(2), -1e4).max(1).values
        return self.head(self.dropout(torch.cat([mean, most], 1)))


class Shipped(nn.Module):
    """The mean of what several nets think, a chance for each value."""

    def __init__(self, nets: list[nn.Module], sizes: list[int]) -> None:
        super().__init__()
        self.nets, self.sizes = nn.ModuleList(nets), sizes

    def forward(self, words: Tensor, tags: Tensor) -> Tensor:
        each = [torch.cat([part.softmax(1) for part in net(words, tags).split(self.sizes, 1)], 1) for net in self.nets]
        return torch.stack(each).mean(0)


def common(counts: collections.Counter, least: int) -> list[str]:
    """The most frequent first."""
    return [value for value, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if count >= least]


def heads_of(rows: list[dict]) -> list[tuple[str, list[str]]]:
    counts = collections.defaultdict(collections.Counter)
    for part, value in (item for row in rows for shape in row["shapes"] for item in shape.items()):
        counts[part][value] += 1
    return [(part, common(values, LEAST_SETS)) for part, values in counts.items()]


def places_of(shape: dict, heads: list[tuple[str, list[str]]]) -> list[int] | None:
    """Where its values are among all outputs; None for a shape that is too rare."""
    places, start = [], 0
    for part, values in heads:
        if shape.get(part, values[0]) not in values:
            return None
        if part in shape:
            places.append(start + values.index(shape[part]))
        start += len(values)
    return places


def batch_of(rows: list[dict]) -> tuple[Tensor, Tensor]:
    length = max(len(row["ids"][0]) for row in rows)
    found = torch.zeros(2, len(rows), length, dtype=torch.long)
    for at, row in enumerate(rows):
        found[:, at, : len(row["ids"][0])] = row["ids"]
    chances = torch.tensor([DROPPED_WORDS, DROPPED_WORDS / 2])[:, None, None]
    found[(torch.rand(found.shape) < chances) & (found > 0)] = UNKNOWN
    return found[0], found[1]


def trained(rows: list[dict], words: int, tags: int, heads: list, seed: int, epochs: int) -> Net:
    random.seed(seed)
    torch.manual_seed(seed)
    sizes = [len(values) for _, values in heads]
    net = Net(words, tags, sum(sizes))
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=0.05)
    steps = epochs * math.ceil(len(rows) / BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps + 1)
    for epoch in range(epochs):
        net.train()
        order = random.sample(rows, len(rows))
        # Those of near length together.
        chunks = [order[at : at + BATCH * 16] for at in range(0, len(order), BATCH * 16)]
        order = [row for chunk in chunks for row in sorted(chunk, key=lambda row: len(row["words"]))]
        batches = [order[at : at + BATCH] for at in range(0, len(order), BATCH)]
        total = 0.0
        for batch in random.sample(batches, len(batches)):
            outputs = net(*batch_of(batch))
            chances = torch.cat([part.log_softmax(1) for part in outputs.split(sizes, 1)], 1)
            owner = torch.tensor([at for at, row in enumerate(batch) for _ in row["places"]])
            padded = torch.cat([row["padded"] for row in batch])
            picked = chances[owner.unsqueeze(1), padded.clamp(min=0)].masked_fill(padded < 0, 0).sum(1)
            best = torch.full((len(batch),), -math.inf).scatter_reduce(0, owner, picked, "amax").detach()
            sums = torch.zeros(len(batch)).scatter_add(0, owner, (picked - best[owner]).exp())
            loss = -(sums.log() + best).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total += loss.item() * len(batch)
        if epoch % 10 == 9:
            print(f"net {seed}, epoch {epoch + 1}: loss {total / len(rows):.3f}", flush=True)
    return net.eval()


def export(shipped: Shipped, path: Path) -> None:
    """Weights as float16, cast back once by the runtime."""
    example = torch.ones(1, 7, dtype=torch.long)
    axes = {"words": {1: "length"}, "tags": {1: "length"}}
    torch.onnx.export(shipped, (example, example), str(path), input_names=["words", "tags"], output_names=["chances"],
                      dynamic_axes=axes, opset_version=17, dynamo=False)
    model = onnx.load(str(path))
    casts = {}
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT and len(tensor.dims) == 2:
            name = tensor.name
            tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), name))
            casts[name] = helper.make_node("Cast", [name], [f"{name}.float32"], to=onnx.TensorProto.FLOAT)
    for node in model.graph.node:
        node.input[:] = [casts[name].output[0] if name in casts else name for name in node.input]
    nodes = [*casts.values(), *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    print(f"{path.name}: {path.stat().st_size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--features", required=True)
    parser.add_argument("--out", default=str(Path(__file__).parent.parent))
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2], help="a net for each")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    arguments = parser.parse_args()
    rows = [json.loads(line) for line in Path(arguments.features).read_text().splitlines()]
    heads = heads_of(rows)
    seen = collections.Counter(one for row in rows for one in row["words"])
    lists = {name: common(collections.Counter(one for row in rows for one in row[name]), LEAST_WORDS) for name in ("words", "tags")}
    words, tags = ({one: at + 2 for at, one in enumerate(lists[name])} for name in ("words", "tags"))
    for row in rows:
        row["places"] = [places for shape in row["shapes"] if (places := places_of(shape, heads)) is not None]
    rows = [row for row in rows if row["places"] and row["words"]]
    print(f"{len(rows)} questions, {len(words)} words, {len(tags)} marks, {sum(len(values) for _, values in heads)} values")
    for row in rows:
        ids = [[known.get(one, UNKNOWN) for one in row[name][-MOST_WORDS:]] for name, known in (("words", words), ("tags", tags))]
        row["ids"] = torch.tensor(ids)
        row["padded"] = torch.tensor([places + [-1] * (len(heads) - len(places)) for places in row["places"]])
    nets = [trained(rows, len(words) + 2, len(tags) + 2, heads, seed, arguments.epochs) for seed in arguments.seeds]
    out = Path(arguments.out)
    export(Shipped(nets, [len(values) for _, values in heads]), out / "opinion.onnx")
    (out / "opinion.json").write_text(json.dumps({**lists, "common": len(common(seen, LEAST_COMMON)), "heads": heads}, ensure_ascii=False, indent=0) + "\n")


if __name__ == "__main__":
    main()
