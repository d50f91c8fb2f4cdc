"""Writes the ONNX: normalisation folded into the convolutions, boxes decoded; then compares it with torch.

    python export.py --state RUN/checkpoint.pt

Input `picture` 1 x 3 x height x width, RGB 0..255. Output `people` 1 x cells x 5: x1, y1, x2, y2 in pixels of the input
and the score 0..1, before twins are suppressed. The folded kernels keep their names in training, which is how
`train.py --init person.onnx` finds them again.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import helper, numpy_helper
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

from model import PersonNet, boxes_of, cell_middles
from state import average_of

OPSET = 17
#: Height and width that the file is written for. It runs at others too.
SIZE = (288, 416)
#: Most that a box (pixels) and a score may differ between torch and ONNX Runtime.
TOLERANCE = (0.5, 5e-3)


class Shipped(nn.Module):
    """The network as it ships: grey levels in, boxes and scores out."""

    def __init__(self, net: PersonNet, height: int, width: int) -> None:
        super().__init__()
        self.net = net
        self.register_buffer("middles", cell_middles(height, width)[0])

    def forward(self, picture: Tensor) -> Tensor:
        rows = self.net(picture)
        return torch.cat((boxes_of(rows[..., :4], self.middles), rows[..., 4:].sigmoid()), 2)


def fold(net: PersonNet) -> PersonNet:
    """Folds each normalisation into the convolution before it, in place."""
    for module in list(net.modules()):
        if isinstance(module, nn.Sequential) and len(module) == 3 and isinstance(module[1], nn.BatchNorm2d):
            module[0], module[1] = fuse_conv_bn_eval(module[0], module[1]), nn.Identity()
    return net


def halve(model: onnx.ModelProto) -> None:
    """Stores the kernels as float16, cast back by the runtime once, when it opens the file."""
    casts = []
    for tensor in model.graph.initializer:
        if tensor.data_type == onnx.TensorProto.FLOAT and len(tensor.dims) == 4:
            values, name = numpy_helper.to_array(tensor).astype(np.float16), tensor.name
            tensor.CopyFrom(numpy_helper.from_array(values, name))
            casts.append(helper.make_node("Cast", [name], [f"{name}.float32"], to=onnx.TensorProto.FLOAT))
    cast = {node.input[0]: node.output[0] for node in casts}
    for node in model.graph.node:
        node.input[:] = [cast.get(name, name) for name in node.input]
    nodes = casts + list(model.graph.node)
    del model.graph.node[:]
    model.graph.node.extend(nodes)


def export(state: Path, path: Path) -> None:
    averaged = average_of(PersonNet())
    averaged.load_state_dict(torch.load(state, map_location="cpu", weights_only=True)["averaged"])
    net = averaged.module
    height, width = SIZE
    whole = Shipped(net.eval(), height, width).eval()
    picture = torch.from_numpy(np.random.default_rng(7).uniform(0, 255, (1, 3, height, width)).astype(np.float32))
    with torch.no_grad():
        expected = whole(functional.avg_pool2d(picture, 9, 1, 4))
        fold(net)
        torch.onnx.export(whole, (picture,), str(path), input_names=["picture"], output_names=["people"], opset_version=OPSET, dynamo=False)
    model = onnx.load(str(path))
    halve(model)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    got = session.run(None, {"picture": functional.avg_pool2d(picture, 9, 1, 4).numpy()})[0]
    off = np.abs(got - expected.numpy())[0]
    box, score = off[:, :4].max(), off[:, 4].max()
    print(f"{path.name}: {path.stat().st_size} bytes, boxes differ by {box:.5f} px, scores by {score:.6f}")
    if box > TOLERANCE[0] or score > TOLERANCE[1]:
        raise SystemExit("the export is not what was trained")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--state", required=True, help="a checkpoint")
    parser.add_argument("--out", default=str(Path(__file__).parent.parent / "person.onnx"))
    arguments = parser.parse_args()
    export(Path(arguments.state), Path(arguments.out))
