import { describe, expect, it } from 'vitest';
import type { ModelManifest } from '#model/ai/manifest.ts';
import { Random } from '#tests/sim/random.ts';
import { message, number, tensorOf, text, writeOnnx, type OnnxFile } from '#tests/fixtures/write-onnx.ts';
import { smallNetwork, SMALL_MANIFEST } from '#tests/fixtures/small-network.ts';
import { checkOnnx, MOST_MODEL_BYTES } from './check-onnx.ts';
import { readOnnxHead } from './read-onnx.ts';

const PORT = { name: 'x', shape: [1, 1, null, null, null] };
const file = (more: Partial<OnnxFile> = {}): Uint8Array =>
  writeOnnx({
    nodes: [{ operator: 'Conv', inputs: ['x', 'w'], outputs: ['y'] }],
    weights: [{ name: 'w', dims: [3, 1, 1, 1, 1], values: new Float32Array(3) }],
    inputs: [PORT],
    outputs: [{ name: 'y', shape: [1, 3, null, null, null] }],
    ...more,
  });
const whyOf = (bytes: Uint8Array, manifest: ModelManifest = SMALL_MANIFEST): unknown[] => checkOnnx(bytes, manifest).map(({ why }) => why);

describe('the file of a model', () => {
  it('that fits its manifest is accepted, and its head is read without its weights [AI-37]', () => {
    expect(checkOnnx(smallNetwork(), SMALL_MANIFEST)).toEqual([]);
    expect(readOnnxHead(smallNetwork())).toEqual({
      irVersion: 8,
      operatorSets: new Map([['', 13]]),
      inputs: [{ name: 'input', type: 1, shape: [1, 1, null, null, null] }],
      outputs: [{ name: 'output', type: 1, shape: [1, 3, null, null, null] }],
      operators: new Set(['Conv', 'InstanceNormalization', 'LeakyRelu']),
      ...{ hasExternalData: false, hasSubgraphs: false, hasFunctions: false },
    });
  });

  it('may list its weights among the inputs, leave out the shape of its output, and fix the sizes of the patch [AI-37]', () => {
    const weights = { name: 'w', shape: [3, 1, 1, 1, 1] };
    expect(whyOf(file({ inputs: [weights, PORT] }))).toEqual([]);
    expect(whyOf(file({ outputs: [{ name: 'y', shape: null }] }))).toEqual([]);
    expect(whyOf(file({ inputs: [{ name: 'x', shape: [1, 1, 8, 12, 16] }] }))).toEqual([]);
  });

  const tensor = { name: 'w', dims: [1], values: new Float32Array(1) };
  const node = (more: Uint8Array[], operator = 'Constant') => ({ operator, inputs: [], outputs: ['z'], more });
  const attribute = (field: Uint8Array) => message(5, [text(1, 'value'), field]);

  it.each<[string, Partial<OnnxFile>]>([
    ['external-data', { weights: [{ ...tensor, more: [number(14, 1)] }] }],
    ['external-data', { weights: [{ ...tensor, more: [message(13, [text(1, 'location'), text(2, '../../etc/passwd')])] }] }],
    ['external-data', { nodes: [node([attribute(message(5, tensorOf({ ...tensor, more: [number(14, 1)] })))])] }],
    ['external-data', { nodes: [node([attribute(message(10, tensorOf({ ...tensor, more: [number(14, 1)] })))])] }],
    ['external-data', { moreOfGraph: [message(15, [message(1, tensorOf({ ...tensor, more: [number(14, 1)] }))])] }],
    ['external-data', { nodes: [node([attribute(message(22, [message(2, tensorOf({ ...tensor, more: [number(14, 1)] }))]))])] }],
    ['functions', { moreOfFile: [message(25, [text(1, 'own')])] }],
    ['subgraphs', { nodes: [node([attribute(message(6, []))], 'Loop')] }],
    ['subgraphs', { nodes: [node([attribute(message(11, []))], 'Own')] }],
    ['operator-domain', { nodes: [{ operator: 'FusedConv', domain: 'com.microsoft', inputs: ['x'], outputs: ['y'] }] }],
    ['operator-set', { operatorSets: [['', 99]] }],
    ['operator-set', { operatorSets: [['com.microsoft', 1]] }],
    ['random', { nodes: [{ operator: 'RandomNormalLike', inputs: ['x'], outputs: ['y'] }] }],
    ['inputs', { inputs: [PORT, { ...PORT, name: 'second' }] }],
    ['inputs', { inputs: [] }],
    ['inputs', { inputs: [{ name: 'x', shape: [1, 1, null, null] }] }],
    ['inputs', { inputs: [{ name: 'x', shape: null }] }],
    ['inputs', { inputs: [{ ...PORT, type: 10 }] }],
    ['inputs', { inputs: [{ name: 'x', shape: [4, 1, null, null, null] }] }],
    ['outputs', { outputs: [] }],
    ['outputs', { outputs: [{ name: 'y', shape: [1, 3, null] }] }],
    ['channels', { inputs: [{ name: 'x', shape: [1, 4, null, null, null] }] }],
    ['classes', { outputs: [{ name: 'y', shape: [1, 105, null, null, null] }] }],
    ['patch', { inputs: [{ name: 'x', shape: [1, 1, 16, 12, 8] }] }],
    ['damaged', { irVersion: 0 }],
    ['damaged', { moreOfFile: [message(7, [])] }],
    ['damaged', { inputs: [{ name: 'x'.repeat(5_000), shape: null }] }],
    ['damaged', { inputs: [{ name: 'x', shape: Array.from({ length: 40 }, () => null) }] }],
  ])('that does not is refused by name: %s [AI-37]', (why, more) => {
    expect(whyOf(file(more))).toEqual([why]);
  });

  it('names what it found [AI-37]', () => {
    const nodes = [{ operator: 'B', domain: 'own', inputs: [], outputs: [] }];
    expect(checkOnnx(file({ nodes, outputs: [{ name: 'y', shape: [1, 9, null, null, null] }] }), SMALL_MANIFEST)).toEqual([
      { why: 'operator-domain', names: ['own:B'] },
      { why: 'classes', found: 9, expected: 3 },
    ]);
  });

  it('that is too large is not even read [AI-37]', () => {
    const bytes = { length: MOST_MODEL_BYTES + 1 } as Uint8Array;
    expect(checkOnnx(bytes, SMALL_MANIFEST)).toEqual([{ why: 'too-large', bytes: MOST_MODEL_BYTES + 1, mostBytes: MOST_MODEL_BYTES }]);
  });

  it('that is damaged anywhere gives an answer, never another error [AI-37]', () => {
    const whole = smallNetwork();
    const random = new Random(1);
    for (let round = 0; round < 2_000; round += 1) {
      const bytes = whole.slice(0, random.chance(0.3) ? random.int(0, whole.length) : whole.length);
      for (let count = random.int(0, 4); count > 0 && bytes.length > 0; count -= 1)
        bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
      expect(Array.isArray(checkOnnx(bytes, SMALL_MANIFEST))).toBe(true);
    }
    for (const bytes of [new Uint8Array(0), new Uint8Array(1_000).fill(255), new TextEncoder().encode('{"model": 1}')])
      expect(whyOf(bytes)).toEqual(['damaged']);
  });
});
