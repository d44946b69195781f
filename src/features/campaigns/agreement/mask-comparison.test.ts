import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReadMask } from '#contract/campaigns.ts';
import type { KeptDices } from '#localdb/kept-dices.ts';
import { gridSize } from '#model/grids/voxel-space.ts';
import { AgreementWorker } from '#workers/agreement/agreement-worker.ts';
import { box, MaskDevice, newMaskSource } from '#tests/fixtures/mask-device.ts';
import { MaskServer } from '#tests/fixtures/mask-server.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { MaskComparison } from './mask-comparison.ts';
import { notCompared } from './not-compared.ts';
import { readMasksOf, shownAgreement } from './shown-agreement.ts';

type Box = readonly [left: number, top: number, right: number, bottom: number];

let servers: Map<string, MaskServer>;
let kept: KeptDices;
let asked: string[];
let workers: { ended: boolean }[];
/** Answers in place of the operations. */
let instead: (segmentation: string) => 'gone' | 'later' | null;
beforeEach(() => {
  servers = new Map();
  [kept, asked, workers] = [{}, [], []];
  instead = () => null;
});

/** A read in which boxes were drawn on slice 1, in two segments. The last one of the first segment is taken back. */
async function drawn(
  reader: number | null,
  number: number,
  boxes: { lesion: readonly Box[]; zone?: Box },
  more: Partial<Omit<ReadMask, 'mask'>> = {},
) {
  const [source, server, lesion, zone] = [newMaskSource(), new MaskServer(), crypto.randomUUID(), crypto.randomUUID()];
  const device = new MaskDevice({ userId: reader ?? 99, device: nextUser(), server, source });
  await device.open();
  for (const one of boxes.lesion) await device.masks.draw(source.segmentation, lesion, box(1, one), []);
  if (boxes.lesion.length > 1) await device.masks.undo(source.segmentation, []);
  if (boxes.zone) await device.masks.draw(source.segmentation, zone, box(1, boxes.zone), []);
  await device.send();
  device.close();
  servers.set(source.segmentation, server);
  return {
    ...{ case: number, study: `study ${number}`, reader, repeat: false, day: reader === null ? null : '2026-11-20', missing: null },
    mask: {
      ...{ segmentation: source.segmentation, last: server.last },
      grid: { hash: source.gridHash, size: [...gridSize(source.grid)] as [number, number, number] },
      segments: [
        { uuid: lesion, title: 'Lesion', value: 1 },
        { uuid: zone, title: 'Zone', value: 2 },
      ],
    },
    ...more,
  } satisfies ReadMask;
}

function comparison(): MaskComparison {
  return new MaskComparison({
    async fetch(_, segmentation, since) {
      asked.push(segmentation);
      return instead(segmentation) ?? servers.get(segmentation)!.since(since, 1);
    },
    createDices() {
      const worker = new AgreementWorker();
      const state = { ended: false };
      workers.push(state);
      return {
        open: (mask) => worker.open(mask),
        dices: async (pair) => worker.dices(pair),
        close: async (segmentation) => worker.close(segmentation),
        end: () => void (state.ended = true),
      };
    },
    keep: async (dices) => void (kept = dices),
    now: () => 0,
    onFault(error) {
      throw error;
    },
  });
}
const AGREEMENT = { fields: [], masks: [], cases: [] };
const masksOf = (read_masks: ReadMask[]) => readMasksOf({ ...AGREEMENT, read_masks });
const shown = (read_masks: ReadMask[]) => shownAgreement(AGREEMENT, masksOf(read_masks), kept);

/** Boxes of 6 x 4 voxels: two columns apart, 16 of 24 are common. */
const [LEFT, RIGHT, FAR]: [Box, Box, Box] = [
  [2, 2, 7, 5],
  [4, 2, 9, 5],
  [20, 2, 25, 5],
];

describe('masks of the reads of a campaign [CAMP-17]', () => {
  it('are replayed and compared, and the figures are those computed by hand', async () => {
    const reads = await Promise.all([
      drawn(1, 1, { lesion: [LEFT, FAR], zone: LEFT }),
      drawn(2, 1, { lesion: [RIGHT], zone: LEFT }),
      drawn(1, 1, { lesion: [LEFT] }, { repeat: true }),
      drawn(null, 1, { lesion: [RIGHT], zone: RIGHT }),
      drawn(1, 2, { lesion: [LEFT] }),
      drawn(2, 2, { lesion: [FAR] }),
    ]);
    const { pairs, others } = masksOf(reads);
    const run = comparison();
    await run.start(pairs, {});
    expect(run.read()).toMatchObject({ status: 'idle', dices: { size: 5 }, failed: { size: 0 } });
    expect(workers).toEqual([{ ended: true }]);
    const third = 2 / 3;
    expect(pairs.map(({ kind, key }) => [kind, ...kept[key]!])).toEqual([
      // 2 · 16 / (24 + 24); the far box was taken back.
      ['between', expect.closeTo(third, 12), 1],
      // Of the repeat, the zone is empty.
      ['same', 1, 0],
      ['known', expect.closeTo(third, 12), expect.closeTo(third, 12)],
      ['known', 1, expect.closeTo(third, 12)],
      ['between', 0, null],
    ]);
    const { masks, cases } = shown(reads);
    expect(masks.map(({ title, between, same }) => [title, between.value, between.cases, same.value])).toEqual([
      // Of case 1 (2/3 + 1) / 2, of case 2 0; of the repeat (1 + 0) / 2.
      ['All segments', expect.closeTo((5 / 6 + 0) / 2, 12), 2, 0.5],
      ['Lesion', expect.closeTo(third / 2, 12), 2, 1],
      ['Zone', 1, 1, 0],
    ]);
    expect(masks[1]!.known).toEqual([
      { reader: 1, cases: 1, value: expect.closeTo(third, 12) },
      { reader: 2, cases: 1, value: 1 },
    ]);
    expect(cases).toMatchObject([
      { case: 2, about: { kind: 'mask', title: 'Lesion', dice: 0 } },
      { case: 1, about: { title: 'Lesion', dice: expect.closeTo(third, 12) } },
    ]);
    expect(notCompared(pairs, others, kept, new Map())).toEqual([]);
  });

  it('are not fetched again: only what changed is compared', async () => {
    const [one, other] = [await drawn(1, 1, { lesion: [LEFT] }), await drawn(2, 1, { lesion: [RIGHT] })];
    await comparison().start(masksOf([one, other]).pairs, kept);
    asked = [];
    await comparison().start(masksOf([one, other]).pairs, kept);
    expect(asked).toEqual([]);
    const changed = await drawn(2, 1, { lesion: [LEFT] });
    await comparison().start(masksOf([one, changed]).pairs, kept);
    expect(asked).not.toContain(other.mask.segmentation);
    expect(Object.values(kept)).toEqual([[1, null]]);
  });

  it('keep what is compared when they are cancelled or the server does not answer, and go on from there', async () => {
    const reads = [
      ...[await drawn(1, 1, { lesion: [LEFT] }), await drawn(2, 1, { lesion: [LEFT] })],
      ...[await drawn(1, 2, { lesion: [LEFT] }), await drawn(2, 2, { lesion: [RIGHT] })],
    ];
    const { pairs } = masksOf(reads);
    const run = comparison();
    const last = reads[3]!.mask.segmentation;
    instead = (segmentation) => (segmentation === last ? 'later' : null);
    await run.start(pairs, kept);
    expect(run.read().status).toBe('offline');
    expect(Object.keys(kept)).toEqual([pairs[0]!.key]);
    instead = (segmentation) => {
      if (segmentation === last) run.cancel();
      return null;
    };
    await run.start(pairs, kept);
    expect(run.read().status).toBe('idle');
    expect(workers.at(-1)).toEqual({ ended: true });
    expect(Object.keys(kept)).toEqual([pairs[0]!.key]);
    instead = () => null;
    await run.start(pairs, kept);
    expect(Object.keys(kept)).toHaveLength(2);
  });

  it('say what could not be compared, and why', async () => {
    const [gone, damaged, whole] = [
      await drawn(1, 1, { lesion: [LEFT] }),
      await drawn(1, 2, { lesion: [LEFT] }),
      await drawn(2, 1, { lesion: [LEFT] }),
    ];
    const { pairs, others } = masksOf([
      ...[gone, whole, damaged, { ...whole, case: 2 }],
      ...[
        { ...whole, case: 4 },
        { ...whole, case: 4, reader: 1, mask: null, missing: 'none' as const },
      ],
    ]);
    instead = (segmentation) => (segmentation === gone.mask.segmentation ? 'gone' : null);
    const broken = servers.get(damaged.mask.segmentation)!;
    vi.spyOn(broken, 'since').mockImplementation(() => ({ last: 1, operations: [{ ...broken.all[0]!, bytes: 'AAAA' }] }));
    const run = comparison();
    await run.start(pairs, {});
    expect(kept).toEqual({});
    expect(notCompared(pairs, others, kept, run.read().failed)).toEqual([
      { why: 'none', cases: [4], count: 1 },
      { why: 'gone', cases: [1], count: 1 },
      { why: 'damaged', cases: [2], count: 1 },
    ]);
    // Everything was taken back.
    expect(notCompared(pairs, [], { [pairs[0]!.key]: [null, null] }, new Map())).toEqual([{ why: 'nothing-drawn', cases: [1], count: 1 }]);
  });
});
