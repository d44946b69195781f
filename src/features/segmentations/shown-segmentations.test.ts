import { describe, expect, it } from 'vitest';
import type { Segment, Segmentation } from '#contract/segmentations.ts';
import type { OutboxWrite, SegmentationWrite } from '#localdb/schema.ts';
import { countSegments, needsWrite, shownSegmentations, withoutBriefMarks, type ShownSegmentation } from './shown-segmentations.ts';

const STUDY = 'study';
const structure = { slug: 'liver', title: 'Liver', category: { slug: 'liver', title: 'Liver' } };
const segment = (sort: number): Segment => ({
  ...{ id: sort + 10, uuid: `part-${sort}`, sort, value: sort, title: `Part ${sort}`, segmentation_id: 1, color: '#112233' },
  ...{ visible: true, revision: 4, deleted_at: null },
});
const segmentation = (more: Partial<Segmentation> = {}): Segmentation => ({
  ...{ id: 1, uuid: 'known', parent_id: null, structure: { id: 7, category_id: 3, ...structure }, user: { id: 5, name: 'Ann' } },
  ...{ origin: 'drawn', created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:04:05', rbac_enabled: true, roles: {} },
  ...{ segments: [segment(1), segment(2)], item_count: 2, mask: null, may: { edit: true, share: true, delete: true } },
  ...more,
});
const known = { study: STUDY, segmentation: 'known' };
const fresh = { study: STUDY, segmentation: 'fresh' };
const FRESH: SegmentationWrite = { kind: 'segmentation', ...fresh, structure };
const shown = (writes: OutboxWrite[], answered = [segmentation()]) => shownSegmentations(STUDY, answered, writes);
const partsOf = (segmentations: readonly ShownSegmentation[], uuid = 'known') =>
  segmentations.find((each) => each.uuid === uuid)!.segments.map(({ title, waits }) => `${title} ${waits}`);

describe('segmentations with waiting changes', () => {
  it('are those of the answer if nothing waits', () => {
    const [first] = shown([]);
    expect(first).toMatchObject({ id: 1, uuid: 'known', structure, sharingWaits: false, mask: null, may: { delete: true } });
    expect(partsOf([first!])).toEqual(['Part 1 null', 'Part 2 null']);
  });

  it('a new one with its segments has no numbers, is last, and cannot be deleted', () => {
    const [, made] = shown([FRESH, { kind: 'segment', ...fresh, segment: 'a' }, { kind: 'segment', ...fresh, segment: 'b' }]);
    expect(made).toMatchObject({ id: null, uuid: 'fresh', structure, may: { edit: true, share: true, delete: false } });
    expect(made!.segments).toEqual(
      ['a', 'b'].map((uuid) => ({ uuid, id: null, sort: null, title: null, color: null, revision: 0, waits: 'number' })),
    );
    expect(countSegments(made!.segments)).toEqual({ known: 0, waiting: 2 });
  });

  it('are not shown twice if the answer has them already', () => {
    const answered = [segmentation({ uuid: 'fresh', segments: [{ ...segment(1), uuid: 'a' }] })];
    expect(shown([FRESH, { kind: 'segment', ...fresh, segment: 'a' }], answered)).toEqual(shown([], answered));
  });

  it('new names and colours apply to segments with and without a number', () => {
    const writes: OutboxWrite[] = [
      { kind: 'segment', ...known, segment: 'a' },
      { kind: 'segment-title', ...known, segment: 'a', title: 'Apex' },
      { kind: 'segment-title', ...known, segment: 'part-1', title: 'Base' },
      { kind: 'segment-colour', ...known, segment: 'part-1', color: '#445566' },
      { kind: 'segment-colour', ...known, segment: 'part-2', color: '#112233' },
    ];
    expect(partsOf(shown(writes))).toEqual(['Base change', 'Part 2 null', 'Apex number']);
    expect(shown(writes)[0]!.segments[0]).toMatchObject({ color: '#445566', sort: 1, revision: 4 });
  });

  it('an order applies to segments with and without a number, and waits unless the answer has it [SEG-035]', () => {
    const create: OutboxWrite = { kind: 'segment', ...known, segment: 'a' };
    const order = (...segments: string[]): OutboxWrite => ({ kind: 'segment-order', ...known, segments });
    expect(partsOf(shown([create, order('a', 'part-2', 'part-1')]))).toEqual(['null number', 'Part 2 null', 'Part 1 null']);
    expect(shown([order('part-2', 'part-1')])[0]).toMatchObject({ orderWaits: true, segments: [{ sort: 1 }, { sort: 2 }] });
    expect(shown([order('part-1', 'part-2')])).toEqual(shown([]));
    expect(needsWrite(order('a'), { kind: 'segment', ...known, segment: 'a' })).toBe(false);
  });

  it('a deleted segment is shown as such and no longer counted', () => {
    const writes: OutboxWrite[] = [{ kind: 'segment-deletion', ...known, segment: 'part-1' }];
    expect(partsOf(shown(writes))).toEqual(['Part 1 deletion', 'Part 2 null']);
    expect(countSegments(shown(writes)[0]!.segments)).toEqual({ known: 1, waiting: 0 });
  });

  it('sharing and a mask wait unless the answer agrees', () => {
    const writes: OutboxWrite[] = [
      { kind: 'segmentation-sharing', ...known, on: false },
      { kind: 'segmentation-mask', ...known, series: 'T2' },
    ];
    expect(shown(writes)[0]).toMatchObject({ rbac_enabled: false, sharingWaits: true, mask: { series: 'T2', grid: null } });
    const agreed = [segmentation({ rbac_enabled: false, mask: { series: 'ADC', grid: 'hash' } })];
    expect(shown(writes, agreed)[0]).toMatchObject({ sharingWaits: false, mask: { series: 'ADC', grid: 'hash' } });
  });

  it('segments that may not overlap wait unless the answer agrees, and a new segmentation has them at once [MASK-105]', () => {
    const writes: OutboxWrite[] = [{ kind: 'segmentation-overlap', ...known, exclusive: true }];
    expect(shown([])[0]).toMatchObject({ exclusive: false, exclusiveWaits: false });
    expect(shown(writes)[0]).toMatchObject({ exclusive: true, exclusiveWaits: true });
    expect(shown(writes, [segmentation({ exclusive: true })])[0]).toMatchObject({ exclusive: true, exclusiveWaits: false });
    expect(shown([{ ...FRESH, exclusive: true }])[1]).toMatchObject({ uuid: 'fresh', exclusive: true, exclusiveWaits: false });
  });

  it('are not changed by writes for another study, or for what is gone', () => {
    const writes: OutboxWrite[] = [
      { ...FRESH, study: 'other' },
      { kind: 'segment', study: STUDY, segmentation: 'gone', segment: 'a' },
      { kind: 'segment-title', ...known, segment: 'gone', title: 'x' },
      { kind: 'study-label', study: STUDY, label: 1, on: true },
    ];
    expect(shown(writes)).toEqual(shown([]));
  });

  it('while the server can be reached, only what has no number is marked', () => {
    const marked = shown([
      { kind: 'segment', ...known, segment: 'a' },
      { kind: 'segment-title', ...known, segment: 'part-1', title: 'Base' },
      { kind: 'segment-deletion', ...known, segment: 'part-2' },
      { kind: 'segmentation-sharing', ...known, on: false },
    ]);
    const plain = withoutBriefMarks(marked);
    expect(partsOf(plain)).toEqual(['Base null', 'null number']);
    expect(plain[0]).toMatchObject({ rbac_enabled: false, sharingWaits: false });
  });
});

it('what was added to a refused segmentation or segment is undone with it, and nothing else', () => {
  const part = { ...fresh, segment: 'a' };
  const others: OutboxWrite[] = [
    { kind: 'segment', ...part },
    { kind: 'segment-title', ...part, title: 'x' },
    { kind: 'segmentation-sharing', ...fresh, on: false },
    { kind: 'segment', ...fresh, segment: 'b' },
    { kind: 'segment', ...known, segment: 'c' },
    { kind: 'study-label', study: STUDY, label: 1, on: true },
  ];
  const lostWith = (refused: SegmentationWrite) =>
    others.map((other, at) => (needsWrite(other, refused) ? at : -1)).filter((at) => at >= 0);
  expect(lostWith(FRESH)).toEqual([0, 1, 2, 3]);
  expect(lostWith({ kind: 'segment', ...part })).toEqual([1]);
  expect(lostWith({ kind: 'segment-title', ...part, title: 'x' })).toEqual([]);
});
