"""Runs an ONNX graph with PyTorch, for workers without ONNX Runtime. Operators outside the table are refused by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable

import numpy as np
import torch
import torch.nn.functional as F

from lightship_worker.model.onnx_file import Graph, Node, read_onnx
from lightship_worker.model.tiles import Network
from lightship_worker.problems import BadInput


def onnx_network(path: Path, device: str, threads: int) -> Network:
    """By ONNX Runtime where it is installed and no GPU is used, else by PyTorch."""
    if device == 'cpu':
        try:
            return _by_runtime(path, threads)
        except ImportError:
            pass
    return _by_torch(read_onnx(path), device)


def _by_runtime(path: Path, threads: int) -> Network:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(str(path), options, providers=['CPUExecutionProvider'])
    name = session.get_inputs()[0].name
    return lambda patch: session.run(None, {name: patch.astype(np.float32)})[0]


def _by_torch(graph: Graph, device: str) -> Network:
    unknown = {node.kind for node in graph.nodes} - set(_OPERATORS)
    if unknown or len(graph.inputs) != 1 or len(graph.outputs) != 1:
        raise BadInput(f'The model uses what this worker does not run: {", ".join(sorted(unknown)) or "several inputs or outputs"}'[:300])
    constants = {name: torch.from_numpy(value).to(device) for name, value in graph.constants.items()}
    last_use = {name: index for index, node in enumerate(graph.nodes) for name in node.inputs}

    def run(patch: np.ndarray) -> np.ndarray:
        values = {graph.inputs[0]: torch.from_numpy(np.ascontiguousarray(patch, np.float32)).to(device)}
        with torch.no_grad():
            for index, node in enumerate(graph.nodes):
                inputs = [values[name] if name in values else constants[name] if name else None for name in node.inputs]
                values[node.outputs[0]] = _OPERATORS[node.kind](node, inputs)
                for name in node.inputs:
                    if last_use[name] == index and name not in graph.outputs:
                        values.pop(name, None)
        return values[graph.outputs[0]].float().cpu().numpy()

    return run


def _pads(node: Node, count: int) -> list[int]:
    if node.attributes.get('auto_pad', 'NOTSET') != 'NOTSET':
        raise BadInput('The model uses automatic padding, which this worker does not run')
    pads = node.attributes.get('pads', [0] * 2 * count)
    if pads[:count] != pads[count:]:
        raise BadInput('The model uses padding on one side, which this worker does not run')
    return pads[:count]


def _conv(node: Node, inputs: list[Any]) -> torch.Tensor:
    x, weight, bias = (*inputs, None)[:3]
    axes = weight.dim() - 2
    get = node.attributes.get
    function = {1: F.conv1d, 2: F.conv2d, 3: F.conv3d}[axes]
    ones = [1] * axes
    return function(x, weight, bias, get('strides', ones), _pads(node, axes), get('dilations', ones), get('group', 1))


def _conv_transpose(node: Node, inputs: list[Any]) -> torch.Tensor:
    x, weight, bias = (*inputs, None)[:3]
    axes = weight.dim() - 2
    get = node.attributes.get
    function = {1: F.conv_transpose1d, 2: F.conv_transpose2d, 3: F.conv_transpose3d}[axes]
    ones, extra = [1] * axes, get('output_padding', [0] * axes)
    return function(x, weight, bias, get('strides', ones), _pads(node, axes), extra, get('group', 1), get('dilations', ones))


def _max_pool(node: Node, inputs: list[Any]) -> torch.Tensor:
    kernel = node.attributes['kernel_shape']
    function = {1: F.max_pool1d, 2: F.max_pool2d, 3: F.max_pool3d}[len(kernel)]
    return function(inputs[0], kernel, node.attributes.get('strides', [1] * len(kernel)), _pads(node, len(kernel)))


def _instance_norm(node: Node, inputs: list[Any]) -> torch.Tensor:
    return F.instance_norm(inputs[0], weight=inputs[1], bias=inputs[2], eps=node.attributes.get('epsilon', 1e-5))


_OPERATORS: dict[str, Callable[[Node, list[Any]], torch.Tensor]] = {
    'Conv': _conv,
    'ConvTranspose': _conv_transpose,
    'InstanceNormalization': _instance_norm,
    'LeakyRelu': lambda node, inputs: F.leaky_relu(inputs[0], node.attributes.get('alpha', 0.01)),
    'Relu': lambda _, inputs: F.relu(inputs[0]),
    'MaxPool': _max_pool,
    'Concat': lambda node, inputs: torch.cat(inputs, node.attributes['axis']),
    'Add': lambda _, inputs: inputs[0] + inputs[1],
    'Identity': lambda _, inputs: inputs[0],
}
