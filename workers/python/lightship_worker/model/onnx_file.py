"""Reads the graph of an ONNX file: just enough of protobuf for networks of convolutions. Nothing in a file is executed."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator

import numpy as np

from lightship_worker.problems import BadInput

MOST_BYTES = 2**31


@dataclass
class Node:
    """One operator: its kind, names of inputs and outputs, attributes by name."""

    kind: str = ''
    inputs: list[str] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)
    attributes: dict[str, Any] = field(default_factory=dict)


@dataclass
class Graph:
    """Nodes in their order, constants by name, names of the inputs that are no constants, and of the outputs."""

    nodes: list[Node]
    constants: dict[str, np.ndarray]
    inputs: list[str]
    outputs: list[str]


def read_onnx(path: Path) -> Graph:
    """Raises BadInput if the file is no ONNX model, or keeps its weights elsewhere."""
    if path.stat().st_size > MOST_BYTES:
        raise BadInput('The model is too large')
    try:
        data = path.read_bytes()
        graph = next(value for number, value in _fields(data) if number == 7)
        return _graph(graph)
    except (StopIteration, IndexError, ValueError, UnicodeDecodeError, TypeError) as error:
        raise BadInput('The model is no ONNX file that can be read') from error


def _graph(data: bytes) -> Graph:
    graph = Graph([], {}, [], [])
    for number, value in _fields(data):
        if number == 1:
            graph.nodes.append(_node(value))
        elif number == 5:
            name, constant = _tensor(value)
            graph.constants[name] = constant
        elif number == 11:
            graph.inputs.append(_text(value, 1))
        elif number == 12:
            graph.outputs.append(_text(value, 1))
    graph.inputs = [name for name in graph.inputs if name not in graph.constants]
    return graph


def _node(data: bytes) -> Node:
    node = Node()
    for number, value in _fields(data):
        if number == 1:
            node.inputs.append(value.decode())
        elif number == 2:
            node.outputs.append(value.decode())
        elif number == 4:
            node.kind = value.decode()
        elif number == 5:
            name, content = _attribute(value)
            node.attributes[name] = content
    return node


def _attribute(data: bytes) -> tuple[str, Any]:
    name, content, floats, integers = '', None, [], []
    for number, value in _fields(data):
        if number == 1:
            name = value.decode()
        elif number == 2:
            content = float(np.frombuffer(value, '<f4')[0])
        elif number == 3:
            content = _signed(value)
        elif number == 4:
            content = value.decode()
        elif number == 5:
            content = _tensor(value)[1]
        elif number == 7:
            floats += np.frombuffer(value, '<f4').tolist()
        elif number == 8:
            integers += _integers(value)
    return name, integers or floats or content


_TENSOR_TYPES = {1: '<f4', 6: '<i4', 7: '<i8', 10: '<f2', 11: '<f8'}


def _tensor(data: bytes) -> tuple[str, np.ndarray]:
    size, kind, name, raw, floats, integers = [], 0, '', None, [], []
    for number, value in _fields(data):
        if number == 1:
            size += _integers(value)
        elif number == 2:
            kind = value
        elif number == 4:
            floats += np.frombuffer(value, '<f4').tolist()
        elif number == 7:
            integers += _integers(value)
        elif number == 8:
            name = value.decode()
        elif number == 9:
            raw = value
        elif number == 14 and value != 0:
            raise BadInput('The model keeps its weights in another file')
    if kind not in _TENSOR_TYPES:
        raise BadInput('The model has weights of a type that is not supported')
    values = np.frombuffer(raw, _TENSOR_TYPES[kind]) if raw is not None else np.array(floats or integers, _TENSOR_TYPES[kind])
    return name, values.reshape(size).copy()


def _text(data: bytes, wanted: int) -> str:
    return next(value.decode() for number, value in _fields(data) if number == wanted)


def _integers(value: int | bytes) -> list[int]:
    """Of a repeated field, packed or not."""
    if isinstance(value, int):
        return [_signed(value)]
    result, at = [], 0
    while at < len(value):
        number, at = _varint(value, at)
        result.append(_signed(number))
    return result


def _signed(value: int) -> int:
    return value - 2**64 if value >= 2**63 else value


def _fields(data: bytes) -> Iterator[tuple[int, Any]]:
    """Numbers and values of the fields of a message: integers, or bytes."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = _varint(data, at)
        else:
            length = {1: 8, 5: 4}.get(kind)
            if length is None:
                if kind != 2:
                    raise ValueError('unknown wire type')
                length, at = _varint(data, at)
            if at + length > len(data):
                raise ValueError('cut off')
            value, at = data[at : at + length], at + length
        yield key >> 3, value


def _varint(data: bytes, at: int) -> tuple[int, int]:
    result = shift = 0
    while True:
        byte = data[at]
        result |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return result, at
        if shift > 63:
            raise ValueError('number too long')
