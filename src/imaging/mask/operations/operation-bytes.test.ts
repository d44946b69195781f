import { describe, expect, it } from 'vitest';
import { settingChange } from '#imaging/mask/bits/change.ts';
import { randomBits } from '#tests/fixtures/random-bits.ts';
import { Random } from '#tests/sim/random.ts';
import { createHash } from './block-store.ts';
import type { Operation } from './operation.ts';
import { bytesToOperation, operationToBytes } from './operation-bytes.ts';

const hash = await createHash();
const SIZE = [70, 45, 33] as const;
const HEAD = { uuid: 'b6a1', segmentation: 'seg', author: 'Zoë', device: 'tablet 2', base: 300 };

const stroke = (seed: number): Operation => {
  const random = new Random(seed);
  const { set } = settingChange(randomBits(random, SIZE, 2));
  const { set: clear } = settingChange(randomBits(random, SIZE, 1));
  return { ...HEAD, kind: 'stroke', segment: 'zone', exclusive: true, tool: 'brush', set, clear };
};

const OPERATIONS: [string, Operation][] = [
  ['a stroke', stroke(1)],
  ['a stroke that does nothing', { ...HEAD, kind: 'stroke', segment: '', exclusive: false, tool: '', set: new Map(), clear: new Map() }],
  [
    'a bulk operation',
    {
      ...HEAD,
      kind: 'bulk',
      segment: 'zone',
      exclusive: false,
      tool: 'threshold',
      set: new Map([
        [3, hash(Uint8Array.of(1))],
        [70_000, hash(Uint8Array.of(2))],
      ]),
      clear: new Map([[3, hash(Uint8Array.of(3))]]),
    },
  ],
  ['a withdrawal', { ...HEAD, kind: 'withdrawal', uuids: ['a', 'b'] }],
];

describe('an operation as bytes', () => {
  it.each(OPERATIONS)('is read as it was written: %s [MASK-11]', (_, operation) => {
    const bytes = operationToBytes(operation);
    expect(bytesToOperation(bytes)).toEqual({ ok: true, operation });
  });

  it('has the same bytes in whatever order its blocks are [MASK-11]', () => {
    const operation = stroke(2) as Extract<Operation, { kind: 'stroke' }>;
    const turned = { ...operation, set: new Map([...operation.set].toReversed()) };
    expect(operationToBytes(turned)).toEqual(operationToBytes(operation));
  });

  it('may change in no byte without being refused [MASK-12]', () => {
    for (const [, operation] of OPERATIONS) {
      const bytes = operationToBytes(operation);
      for (let at = 0; at < bytes.length; at += 1) {
        const changed = bytes.with(at, bytes[at]! ^ 0x10);
        const read = bytesToOperation(changed);
        expect(read.ok).toBe(false);
        if (!read.ok) expect(read.why).toBe(at < 4 ? 'not-an-operation' : at === 4 ? 'unknown-version' : 'damaged');
      }
    }
  });

  it('that is cut off anywhere is refused by name [MASK-12]', () => {
    const bytes = operationToBytes(OPERATIONS[3]![1]);
    const reasons = Array.from(bytes, (_, length) => bytesToOperation(bytes.subarray(0, length))).map((read) => (read.ok ? '' : read.why));
    expect(new Set(reasons.slice(0, 4))).toEqual(new Set(['not-an-operation']));
    expect(new Set(reasons.slice(4))).toEqual(new Set(['cut-off', 'damaged']));
  });

  it('with a right sum over wrong contents is refused [MASK-12]', async () => {
    const { withCrc } = await import('./operation-bytes.ts');
    const bytes = operationToBytes(OPERATIONS[3]![1]);
    const body = bytes.subarray(0, -4);
    expect(bytesToOperation(withCrc(body))).toMatchObject({ ok: true });
    expect(bytesToOperation(withCrc(body.with(5, 9)))).toEqual({ ok: false, why: 'damaged' });
    expect(bytesToOperation(withCrc(body.subarray(0, -1)))).toEqual({ ok: false, why: 'cut-off' });
    expect(bytesToOperation(withCrc(Uint8Array.of(...body, 0)))).toEqual({ ok: false, why: 'damaged' });
  });

  it('is not made of what is none [MASK-12]', () => {
    expect(() => operationToBytes({ ...HEAD, uuid: 'x'.repeat(1025), kind: 'withdrawal', uuids: [] })).toThrow('too long');
    const [, bulk] = OPERATIONS[2]!;
    expect(() => operationToBytes({ ...bulk, set: new Map([[1, 'abc']]) } as Operation)).toThrow('no hash');
    expect(() => operationToBytes({ ...stroke(1), set: new Map([[1, new Uint16Array(0)]]) } as Operation)).toThrow('no runs');
  });
});
