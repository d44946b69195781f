import { DamagedMessage, fieldsOf, textOf, varintsOf, type Field } from './protobuf.ts';

/** What a model takes or gives. A free axis is null, and so is the shape if the file does not say it. */
export interface OnnxValue {
  name: string;
  /** Element type of onnx.proto: 1 is float32. 0 if it is no tensor. */
  type: number;
  shape: readonly (number | null)[] | null;
}

/** What stands in an ONNX file beside its weights. */
export interface OnnxHead {
  irVersion: number;
  /** Version of each operator set, by its domain; '' is that of ONNX. */
  operatorSets: ReadonlyMap<string, number>;
  /** Without those that have a value in the file. */
  inputs: OnnxValue[];
  outputs: OnnxValue[];
  /** Names of the operators, those of another domain with it: `com.microsoft:FusedConv`. */
  operators: ReadonlySet<string>;
  /** Weights in other files, which a model may name by any path. */
  hasExternalData: boolean;
  /** Graphs inside of nodes: loops and branches. */
  hasSubgraphs: boolean;
  /** Operators that the file itself defines. */
  hasFunctions: boolean;
}

/** More are no network. */
const MOST_NODES = 50_000;
const MOST_VALUES = 100_000;
const MOST_TEXT = 4_096;

/** Throws `DamagedMessage` if the bytes are no ONNX file. Numbers of https://github.com/onnx/onnx/blob/main/onnx/onnx.proto. */
export function readOnnxHead(bytes: Uint8Array): OnnxHead {
  const operatorSets = new Map<string, number>();
  let [irVersion, hasFunctions] = [0, false];
  let graph: Uint8Array | null = null;
  for (const field of fieldsOf(bytes)) {
    if (field.number === 1) irVersion = numberOf(field);
    else if (field.number === 7) {
      if (graph !== null) throw new DamagedMessage('There are two graphs');
      graph = bytesOf(field);
    } else if (field.number === 8) {
      const [domain, version] = operatorSetOf(bytesOf(field));
      operatorSets.set(domain, version);
    } else if (field.number === 25) hasFunctions = true;
  }
  if (graph === null || irVersion < 1) throw new DamagedMessage('There is no graph');
  return { irVersion, operatorSets, hasFunctions, ...readGraph(graph) };
}

function operatorSetOf(message: Uint8Array): [domain: string, version: number] {
  let [domain, version] = ['', 0];
  for (const field of fieldsOf(message)) {
    if (field.number === 1) domain = shortText(field);
    else if (field.number === 2) version = numberOf(field);
  }
  return [domain === 'ai.onnx' ? '' : domain, version];
}

type GraphHead = Pick<OnnxHead, 'inputs' | 'outputs' | 'operators' | 'hasExternalData' | 'hasSubgraphs'>;

function readGraph(message: Uint8Array): GraphHead {
  const [inputs, outputs]: [OnnxValue[], OnnxValue[]] = [[], []];
  const operators = new Set<string>();
  const given = new Set<string>();
  let [hasExternalData, hasSubgraphs, nodes] = [false, false, 0];
  for (const field of fieldsOf(message)) {
    switch (field.number) {
      case 1: {
        nodes += 1;
        if (nodes > MOST_NODES) throw new DamagedMessage('There are too many nodes');
        const node = readNode(bytesOf(field));
        operators.add(node.operator);
        hasExternalData ||= node.hasExternalData;
        hasSubgraphs ||= node.hasSubgraphs;
        break;
      }
      case 5: {
        const tensor = readTensor(bytesOf(field));
        if (given.size >= MOST_VALUES) throw new DamagedMessage('There are too many weights');
        given.add(tensor.name);
        hasExternalData ||= tensor.isExternal;
        break;
      }
      case 11:
        inputs.push(readValue(bytesOf(field)));
        break;
      case 12:
        outputs.push(readValue(bytesOf(field)));
        break;
      case 15:
        hasExternalData ||= isSparseExternal(bytesOf(field));
        break;
    }
    if (inputs.length > MOST_VALUES || outputs.length > MOST_VALUES) throw new DamagedMessage('There are too many inputs or outputs');
  }
  // Files of old versions list their weights among the inputs.
  return { inputs: inputs.filter(({ name }) => !given.has(name)), outputs, operators, hasExternalData, hasSubgraphs };
}

function readNode(message: Uint8Array): { operator: string } & Pick<OnnxHead, 'hasExternalData' | 'hasSubgraphs'> {
  let [type, domain, hasExternalData, hasSubgraphs] = ['', '', false, false];
  for (const field of fieldsOf(message)) {
    if (field.number === 4) type = shortText(field);
    else if (field.number === 7) domain = shortText(field);
    else if (field.number === 5)
      for (const part of fieldsOf(bytesOf(field))) {
        if (part.number === 6 || part.number === 11) hasSubgraphs = true;
        if (part.number === 5 || part.number === 10) hasExternalData ||= readTensor(bytesOf(part)).isExternal;
        if (part.number === 22 || part.number === 23) hasExternalData ||= isSparseExternal(bytesOf(part));
      }
  }
  const isOwn = domain === '' || domain === 'ai.onnx';
  return { operator: isOwn ? type : `${domain}:${type}`, hasExternalData, hasSubgraphs };
}

function readTensor(message: Uint8Array): { name: string; isExternal: boolean } {
  let [name, isExternal] = ['', false];
  for (const field of fieldsOf(message)) {
    if (field.number === 8) name = shortText(field);
    else if (field.number === 13 || (field.number === 14 && numberOf(field) !== 0)) isExternal = true;
  }
  return { name, isExternal };
}

/** Values and their places are tensors. */
function isSparseExternal(message: Uint8Array): boolean {
  for (const field of fieldsOf(message))
    if ((field.number === 1 || field.number === 2) && readTensor(bytesOf(field)).isExternal) return true;
  return false;
}

function readValue(message: Uint8Array): OnnxValue {
  let value: OnnxValue = { name: '', type: 0, shape: null };
  for (const field of fieldsOf(message)) {
    if (field.number === 1) value = { ...value, name: shortText(field) };
    else if (field.number === 2)
      for (const kind of fieldsOf(bytesOf(field))) if (kind.number === 1) value = { ...value, ...readTensorType(bytesOf(kind)) };
  }
  return value;
}

function readTensorType(message: Uint8Array): Pick<OnnxValue, 'type' | 'shape'> {
  let type = 0;
  let shape: (number | null)[] | null = null;
  for (const field of fieldsOf(message)) {
    if (field.number === 1) type = numberOf(field);
    else if (field.number === 2) {
      shape = [];
      for (const dimension of fieldsOf(bytesOf(field))) if (dimension.number === 1) shape.push(sizeOf(bytesOf(dimension)));
      if (shape.length > MOST_RANK) throw new DamagedMessage('There are too many axes');
    }
  }
  return { type, shape };
}

const MOST_RANK = 32;

/** Null if it is free: it has a name, or nothing. */
function sizeOf(message: Uint8Array): number | null {
  let size: number | null = null;
  for (const field of fieldsOf(message)) if (field.number === 1) size = numberOf(field);
  return size;
}

function numberOf(field: Field): number {
  const [value] = varintsOf(field).slice(-1);
  return value ?? 0;
}

function bytesOf(field: Field): Uint8Array {
  if (field.is !== 'bytes') throw new DamagedMessage('A message is a number');
  return field.bytes;
}

function shortText(field: Field): string {
  if (bytesOf(field).length > MOST_TEXT) throw new DamagedMessage('A name is too long');
  return textOf(field);
}
