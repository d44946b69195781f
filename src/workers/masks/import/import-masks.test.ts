import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Grid } from '#contract/grids.ts';
import { createCodecs } from '#imaging/dicom/codecs/codecs.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { slicesOfInstance } from '#imaging/describe-slices.ts';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { createPhantomStructureSet } from '#imaging/phantom/overlays/structure-set.ts';
import { contoursToBits } from '#imaging/mask/interchange/dicom/contours-to-bits.ts';
import { headerOf, MARKED_SERIES, overlayOf } from '#tests/fixtures/phantom-overlays.ts';
import { boundsOf, countVoxels, emptyBits, sameBits, type Bits } from '#imaging/mask/bits/bits.ts';
import { readLabelMap } from '#imaging/mask/interchange/nifti/read-label-map.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { openDeviceKey } from '#localdb/device-key.ts';
import { LocalDb } from '#localdb/schema.ts';
import { gridOf, type DescribedSlice } from '#model/grids/grid.ts';
import { gridSize, voxelSpaceOf } from '#model/grids/voxel-space.ts';
import type { Orientation, Vector } from '#model/pictures/geometry.ts';
import { makeDescription } from '#tests/fixtures/instance.ts';
import { box } from '#tests/fixtures/mask-device.ts';
import { nextUser } from '#tests/fixtures/next-user.ts';
import { bitsWhere } from '#tests/fixtures/random-bits.ts';
import { apart, overlapping } from '#tests/fixtures/two-segments.ts';
import { exportMask } from '#workers/masks/export-mask.ts';
import type { ExportedFile, MaskFormat } from '#workers/masks/export-types.ts';
import { StudyMasks } from '#workers/masks/study-masks.ts';
import type { MaskNews, MaskSource } from '#workers/masks/types.ts';
import type { ImportChoice, ImportList, ImportRead, ImportSource } from './import-types.ts';

const STUDY_UID = '1.2.3';
const NO_CODES = { category: null, type: null, modifier: null, laterality: null };
const LIVER = { value: '10200004', scheme: 'SCT', meaning: 'Liver' };
const LEFT = { value: '7771000', scheme: 'SCT', meaning: 'Left' };
const ORGAN = { value: '123037004', scheme: 'SCT', meaning: 'Anatomical Structure' };

const AXIAL: Orientation = [1, 0, 0, 0, 1, 0];
const OBLIQUE: Orientation = [0.6, 0.8, 0, -0.48, 0.36, 0.8];
const SAGITTAL: Orientation = [0, 1, 0, 0, 0, -1];

function grid(count: number, at: (index: number) => Vector, orientation = AXIAL, more: Partial<DescribedSlice> = {}): Grid {
  const slice = (index: number): DescribedSlice => ({
    ...{ sop: `1.2.7.${index + 1}`, frame: 0, instanceNumber: index + 1, rows: 37, columns: 35, pixelSpacing: [0.8, 0.5] },
    ...{ frameOfReference: '1.2.9', isMosaic: false, imagePositionPatient: at(index), imageOrientationPatient: orientation, ...more },
  });
  return gridOf(Array.from({ length: count }, (_, index) => slice(index)))!;
}

const STRAIGHT = grid(7, (index) => [-10, 5, 3 * index]);
const WITH_GAP = grid(6, (index) => [0, 0, index < 3 ? 2 * index : 2 * index + 2]);
const GRIDS: [string, Grid][] = [
  ['straight', STRAIGHT],
  ['in reversed order', grid(7, (index) => [-10, 5, -3 * index])],
  ['oblique', grid(6, (index) => [0.64 * 3.5 * index, -0.48 * 3.5 * index, 0.6 * 3.5 * index], OBLIQUE)],
  ['sagittal', grid(5, (index) => [4 * index, 1, 2], SAGITTAL)],
  ['of a tilted gantry', grid(6, (index) => [0, 0.9 * index, 2 * index])],
];

let [tick, opened]: [() => void, StudyMasks[]] = [() => undefined, []];
afterEach(() => {
  for (const masks of opened) for (const segmentation of [...segmentations]) masks.closeMask(segmentation);
  [tick, opened] = [() => undefined, []];
});
const segmentations = new Set<string>();

/** A tab of a person, with the overlays of a study. */
class Tab {
  readonly db = new LocalDb(nextUser());
  readonly masks: StudyMasks;
  news: MaskNews | null = null;
  source!: MaskSource;

  constructor(overlays: Record<string, Uint8Array> = {}) {
    this.masks = new StudyMasks({
      userId: 1,
      opened: async () => ({ db: this.db, device: await openDeviceKey(this.db) }),
      series: () => null,
      imageOf: async () => null,
      overlays: {
        codecs: createCodecs(async () => new Uint8Array(0)),
        files: async (series) =>
          overlays[series]
            ? [{ frames: null, open: async () => createMemorySource(overlays[series]!) }]
            : { noPicture: 'unreachable' as const },
        nextTask: async () => tick(),
      },
    });
    opened.push(this.masks);
  }

  static sourceOf(on: Grid, isExclusive = false): MaskSource {
    const segmentation = crypto.randomUUID();
    segmentations.add(segmentation);
    return { study: crypto.randomUUID(), segmentation, gridHash: segmentation.repeat(2).slice(0, 64), grid: on, isExclusive };
  }

  async open(on: Grid, isExclusive = false): Promise<this> {
    return this.openSource(Tab.sourceOf(on, isExclusive));
  }

  async openSource(source: MaskSource): Promise<this> {
    this.source = source;
    this.news = (await this.masks.openMask(source, 1, (news) => (this.news = news))) as MaskNews;
    return this;
  }

  read(source: ImportSource, studyUid = STUDY_UID, onPart: (part: number) => void = () => undefined): Promise<ImportRead> {
    return this.masks.readImport(this.source.segmentation, { source, studyUid }, onPart);
  }

  async list(source: ImportSource): Promise<ImportList> {
    const read = await this.read(source);
    if (!read.ok) throw new Error(read.why);
    return read;
  }

  take(read: ImportList, segments: readonly string[], more: Partial<ImportChoice> = {}, before = async () => {}) {
    const places = segments.map((segment, key) => ({ key, segment }));
    const choice = { reading: read.reading, places, resample: false, otherStudy: false, locked: [], ...more };
    return this.masks.takeImport(this.source.segmentation, choice, before);
  }

  voxels(segment: string): number {
    return this.news!.segments.find(({ uuid }) => uuid === segment)?.voxels ?? 0;
  }

  undo = () => this.masks.undo(this.source.segmentation, []);
  redo = () => this.masks.redo(this.source.segmentation, []);
}

async function exportedFiles(on: Grid, bits: readonly Bits[], format: MaskFormat): Promise<ExportedFile[]> {
  const image = {
    ...{ values: null, rescale: { slope: 1, intercept: 0 }, unit: '' },
    description: makeDescription({ seriesInstanceUid: '1.2.4', sopClassUid: '1.2.840.10008.5.1.4.1.1.2', studyDate: '20260102' }),
  };
  const uuids = bits.map((_, at) => `00000000-0000-4000-8000-00000000000${at + 1}`);
  const answer = await exportMask(
    { grid: on, segments: new Map(bits.map((each, at) => [uuids[at]!, each])), imageOf: async () => image },
    {
      ...{ format, fileName: 'study-7', chosen: null },
      segments: uuids.map((uuid, at) => ({
        ...{ uuid, name: `Liver Part ${at + 1}`, colour: ['#4FD0D0', '#D04F4F', '#4FD04F'][at]! },
        codes: at === 0 ? { category: ORGAN, type: LIVER, modifier: null, laterality: LEFT } : NO_CODES,
      })),
      dicom: {
        study: {
          ...{ studyInstanceUid: STUDY_UID, studyId: '', accessionNumber: '', time: '101500', referringPhysician: '' },
          ...{ patientName: 'Heron^Quiet', patientBirthDate: '', patientSex: 'F' },
        },
        ...{ label: 'Liver', author: 'Ann', date: '20260103', time: '120000', softwareVersion: '1' },
      },
    },
    () => undefined,
  );
  if (!answer.ok) throw new Error(answer.why);
  return answer.files;
}

const chosen = (files: readonly ExportedFile[]): ImportSource => ({
  of: 'files',
  files: files.map(({ name, bytes }) => ({ name, blob: new Blob([bytes]) })),
});
const nifti = (bytes: Uint8Array<ArrayBuffer>, name = 'map.nii'): ImportSource => ({
  of: 'files',
  files: [{ name, blob: new Blob([bytes]) }],
});

/** The bits of an open mask, from its own export without the page. */
async function bitsOf(tab: Tab, segments: readonly string[]): Promise<Bits[]> {
  const { grid: on, segmentation } = tab.source;
  const names = segments.map((uuid, at) => ({ uuid, name: `${at}`, colour: '#4FD0D0', codes: NO_CODES }));
  const answer = await tab.masks.exportMask(
    segmentation,
    { format: 'nifti', fileName: 'x', segments: names, chosen: null, dicom: null as never },
    () => undefined,
  );
  if (!answer.ok) throw new Error(answer.why);
  const found = new Map<number, Bits>();
  for (const { name, bytes } of answer.files) {
    if (!name.endsWith('.nii.gz')) continue;
    const read = await readLabelMap(createMemorySource(bytes), voxelSpaceOf(on)!, { resample: false });
    if (!read.ok) throw new Error(read.why);
    for (const { value, bits } of read.labels) found.set(value, bits);
  }
  return segments.map((_, at) => found.get(at + 1) ?? emptyBits(gridSize(on)));
}

describe('what was exported', () => {
  for (const format of ['seg', 'nifti'] as const)
    it.each(GRIDS)(
      `comes back voxel by voxel from ${format} on a grid %s, overlapping or not, without empty segments [MASK-140]`,
      async (_, on) => {
        for (const drawn of [apart(on), overlapping(on)]) {
          const files = await exportedFiles(on, [...drawn, emptyBits(gridSize(on))], format);
          const tab = await new Tab().open(on);
          const read = await tab.list(chosen(files));
          expect(read).toMatchObject({ isResampled: false, isCut: false, isOtherStudy: false, isUnnamed: format === 'nifti' });
          expect(read.segments.map(({ name, voxels }) => [name, voxels])).toEqual(
            drawn.map((bits, at) => [`Liver Part ${at + 1}`, countVoxels(bits)]),
          );
          const segments = drawn.map(() => crypto.randomUUID());
          expect(await tab.take(read, segments)).toEqual({ ok: true });
          const back = await bitsOf(tab, segments);
          back.forEach((bits, at) => expect(sameBits(bits, drawn[at]!)).toBe(true));
        }
      },
    );

  it('comes back from a DICOM segmentation where a slice is missing [MASK-140]', async () => {
    const drawn = apart(WITH_GAP);
    const tab = await new Tab().open(WITH_GAP);
    const read = await tab.list(chosen(await exportedFiles(WITH_GAP, drawn, 'seg')));
    expect(read.segments.map(({ voxels, ml }) => [voxels, ml])).toEqual(drawn.map((bits) => [countVoxels(bits), null]));
    expect(await tab.take(read, ['one', 'two'])).toEqual({ ok: true });
    expect([tab.voxels('one'), tab.voxels('two')]).toEqual(drawn.map(countVoxels));
  });

  it('is listed with colours, and codes where the format has them [MASK-141]', async () => {
    const tab = await new Tab().open(STRAIGHT);
    const seg = await tab.list(chosen(await exportedFiles(STRAIGHT, apart(STRAIGHT), 'seg')));
    expect(seg.segments[0]!.codes).toEqual({ category: ORGAN, type: LIVER, modifier: null, laterality: LEFT });
    const maps = await exportedFiles(STRAIGHT, apart(STRAIGHT), 'nifti');
    const map = await tab.list(chosen(maps));
    expect(map.segments.map(({ name, colour }) => [name, colour])).toEqual([
      ['Liver Part 1', '#4FD0D0'],
      ['Liver Part 2', '#D04F4F'],
    ]);
    const alone = await tab.list(chosen(maps.filter(({ name }) => name.endsWith('.nii.gz'))));
    expect(alone.segments.map(({ name, colour }) => [name, colour])).toEqual([
      ['Label 1', null],
      ['Label 2', null],
    ]);
  });
});

describe('what is taken', () => {
  it('is one action, to undo and redo at once, and adds to what is there [MASK-142]', async () => {
    const [first, second] = apart(STRAIGHT);
    const tab = await new Tab().open(STRAIGHT);
    await tab.masks.draw(tab.source.segmentation, 'one', box(6, [33, 30, 34, 34]), []);
    const before = tab.voxels('one');
    const read = await tab.list(chosen(await exportedFiles(STRAIGHT, [first, second], 'seg')));
    let asked = 0;
    expect(await tab.take(read, ['one', 'two'], {}, async () => void (asked += 1))).toEqual({ ok: true });
    const all = [tab.voxels('one'), tab.voxels('two')];
    expect([asked, all[1], all[0]! > before]).toEqual([1, countVoxels(second), true]);
    await tab.undo();
    expect([tab.voxels('one'), tab.voxels('two')]).toEqual([before, 0]);
    await tab.redo();
    expect([tab.voxels('one'), tab.voxels('two')]).toEqual(all);
    await tab.undo();
    expect([tab.voxels('one'), tab.voxels('two'), tab.news!.canRedo]).toEqual([before, 0, true]);
    expect(await tab.take(read, ['one'])).toEqual({ ok: false, why: 'not-read' });
  });

  it('leaves locked segments as they are, and stores nothing [MASK-142]', async () => {
    const tab = await new Tab().open(STRAIGHT, true);
    await tab.masks.draw(tab.source.segmentation, 'kept', box(2, [0, 0, 34, 36]), []);
    const read = await tab.list(chosen(await exportedFiles(STRAIGHT, overlapping(STRAIGHT), 'nifti')));
    expect(await tab.take(read, ['kept'], { locked: ['kept'] })).toEqual({ ok: false, why: 'locked' });
    expect(await tab.take(read, ['new'], { locked: ['kept'] })).toEqual({ ok: false, why: 'locked' });
    expect(await tab.db.maskOperations.count()).toBe(1);
  });
});

describe('what needs an answer first', () => {
  it('is resampled only if somebody agrees [MASK-144]', async () => {
    const finer = grid(21, (index) => [-10, 5, index], AXIAL, { pixelSpacing: [0.4, 0.25], rows: 74, columns: 70 });
    for (const format of ['seg', 'nifti'] as const) {
      const tab = await new Tab().open(finer);
      const read = await tab.list(chosen(await exportedFiles(STRAIGHT, apart(STRAIGHT), format)));
      expect(read.isResampled).toBe(true);
      expect(await tab.take(read, ['one', 'two'])).toEqual({ ok: false, why: 'not-asked' });
      expect(await tab.db.maskOperations.count()).toBe(0);
      expect(await tab.take(read, ['one', 'two'], { resample: true })).toEqual({ ok: true });
      expect(tab.voxels('one')).toBe(read.segments[0]!.voxels);
    }
  });

  it('comes from another study only if somebody agrees [MASK-145]', async () => {
    const tab = await new Tab().open(STRAIGHT);
    const files = chosen(await exportedFiles(STRAIGHT, apart(STRAIGHT), 'seg'));
    const read = await tab.read(files, '1.2.99');
    if (!read.ok) throw new Error(read.why);
    expect(read.isOtherStudy).toBe(true);
    expect(await tab.take(read, ['one'])).toEqual({ ok: false, why: 'not-asked' });
    expect(await tab.take(read, ['one'], { otherStudy: true })).toEqual({ ok: true });
  });
});

describe('what is refused', () => {
  const PLACE = [
    [-0.5, 0, 0, 10],
    [0, -0.8, 0, -5],
    [0, 0, 3, 0],
  ];
  it('is named, and nothing is stored [MASK-145]', async () => {
    const tab = await new Tab().open(STRAIGHT);
    const why = async (source: ImportSource): Promise<unknown> => ((await tab.read(source)) as { why?: unknown }).why;
    const other = grid(7, (index) => [-10, 5, 3 * index], AXIAL, { frameOfReference: '1.2.10' });
    expect(await why(chosen(await exportedFiles(other, apart(other), 'seg')))).toBe('frame-of-reference');
    const map = (more: object): ImportSource =>
      nifti(writeNifti({ dims: [35, 37, 7], datatype: 2, sform: PLACE, ...more }) as Uint8Array<ArrayBuffer>);
    expect(await why(map({ voxel: () => 0 }))).toBe('empty');
    expect(await why(map({ datatype: 16, voxel: (at: number) => at / 2 }))).toBe('not-labels');
    expect(await why(map({ dims: [35, 37, 7, 2], voxel: () => 1 }))).toBe('several-volumes');
    expect(await why(nifti(new Uint8Array(2000).fill(7)))).toBe('no-mask');
    expect(await why(nifti(new Uint8Array(2000).fill(7), 'photo.jpg'))).toBe('no-mask');
    expect(await why(nifti(new Uint8Array(20), 'names.txt'))).toBe('no-mask');
    const [seg] = await exportedFiles(STRAIGHT, apart(STRAIGHT), 'seg');
    expect(await why(nifti(seg!.bytes.slice(0, 900), 'cut.dcm'))).toMatch(/no-mask|damaged/);
    const gap = await new Tab().open(WITH_GAP);
    expect(await gap.read(map({ voxel: () => 1 }))).toEqual({ ok: false, why: 'no-volume' });
    expect([await tab.db.maskOperations.count(), await gap.db.maskOperations.count()]).toEqual([0, 0]);
    tab.masks.closeMask(tab.source.segmentation);
    expect(await why(map({ voxel: () => 1 }))).toBe('closed');
  });

  it('ends when it is cancelled, and tells how much is read until then [MASK-146]', async () => {
    const tab = await new Tab().open(STRAIGHT);
    const files = chosen(await exportedFiles(STRAIGHT, overlapping(STRAIGHT), 'seg'));
    const parts: number[] = [];
    tick = () => parts.length === 4 && tab.masks.dropImport(tab.source.segmentation);
    expect(await tab.read(files, STUDY_UID, (part) => parts.push(part))).toEqual({ ok: false, why: 'cancelled' });
    expect(parts).toHaveLength(4);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  });
});

describe('a structure set', () => {
  const files = (): ImportSource => nifti(createPhantomStructureSet(MARKED_SERIES), 'lesions.dcm');

  async function marked(more: Partial<DescribedSlice> = {}): Promise<Grid> {
    const slices = await Promise.all(createPhantomSeries(MARKED_SERIES).map(async ({ bytes }) => slicesOfInstance(await headerOf(bytes))));
    return gridOf(slices.flat().map((slice) => ({ ...slice, ...more })))!;
  }

  it('becomes segments with the voxels inside of its contours; points are left out and counted [MASK-141]', async () => {
    const on = await marked();
    const tab = await new Tab().open(on);
    const read = await tab.read(files(), '');
    if (!read.ok) throw new Error(read.why);
    expect(read).toMatchObject({ isResampled: false, isUnnamed: false, contoursLeft: 1 });
    expect(read.segments.map(({ name, colour }) => [name, colour])).toEqual([
      ['Lesion', '#DD8265'],
      ['Core', '#80AE80'],
      ['Centre', '#FFFF00'],
    ]);
    const overlay = await overlayOf(createPhantomStructureSet(MARKED_SERIES), 'structures');
    const expected = overlay.regions.map((region) => contoursToBits(region, on).bits);
    expect(read.segments.map(({ voxels }) => voxels)).toEqual(expected.map(countVoxels));
    expect(await tab.take(read, ['lesion', 'core'])).toEqual({ ok: true });
    (await bitsOf(tab, ['lesion', 'core'])).forEach((bits, at) => expect(sameBits(bits, expected[at]!)).toBe(true));
  });

  it('of other coordinates is refused, and one of another study is asked about [MASK-145]', async () => {
    const elsewhere = await new Tab().open(await marked({ frameOfReference: '1.2.10' }));
    expect(await elsewhere.read(files())).toEqual({ ok: false, why: 'frame-of-reference' });
    const unnamed = await new Tab().open(await marked({ frameOfReference: '' }));
    expect(await unnamed.read(files())).toMatchObject({ ok: true, isOtherStudy: true });
  });
});

describe('a segmentation that arrived with the study', () => {
  it('becomes segments that can be drawn on; one that does not arrive is refused [MASK-147]', async () => {
    const drawn = apart(STRAIGHT);
    const [seg] = await exportedFiles(STRAIGHT, drawn, 'seg');
    const tab = await new Tab({ arrived: seg!.bytes }).open(STRAIGHT);
    const read = await tab.list({ of: 'overlay', series: 'arrived' });
    expect(await tab.take(read, ['one', 'two'])).toEqual({ ok: true });
    expect([tab.voxels('one'), tab.voxels('two')]).toEqual(drawn.map(countVoxels));
    expect(await tab.read({ of: 'overlay', series: 'away' })).toEqual({ ok: false, why: 'unread' });
  });
});

describe('a copy to another series', () => {
  const PART = bitsWhere(
    gridSize(STRAIGHT),
    (column, row, slice) => column >= 10 && column < 20 && row >= 10 && row < 20 && slice > 1 && slice < 5,
  );

  async function withPart(on = STRAIGHT): Promise<Tab> {
    const tab = await new Tab().open(on);
    const read = await tab.list(chosen(await exportedFiles(on, [PART], 'nifti')));
    await tab.take(read, ['part']);
    return tab;
  }

  it('is stored in the mask of the other, which is not shown, and says whether it was resampled [MASK-148]', async () => {
    for (const [isResampled, to] of [
      [false, grid(5, (index) => [-10, 5, 3 * index + 3])],
      [true, grid(14, (index) => [-10, 5, 1.5 * index])],
    ] as const) {
      const tab = await withPart();
      const target = Tab.sourceOf(to);
      const copied = await tab.masks.copyMask(tab.source.segmentation, { segment: 'part', to: target, toSegment: 'new' }, async () => {});
      if (!copied.ok) throw new Error(copied.why);
      expect(copied).toMatchObject({ isResampled, cutMl: 0 });
      expect(copied.ml).toBeCloseTo(0.36, 1);
      await tab.openSource({ ...target });
      expect(tab.voxels('new')).toBe(copied.voxels);
      if (!isResampled) expect(boundsOf((await bitsOf(tab, ['new']))[0]!)).toEqual({ from: [10, 10, 1], to: [19, 19, 3] });
      await tab.undo();
      expect(tab.voxels('new')).toBe(0);
    }
  });

  it('says in ml what lies beyond the other series [MASK-148]', async () => {
    const tab = await withPart();
    const target = Tab.sourceOf(grid(4, (index) => [-10, 5, 3 * index]));
    const copied = await tab.masks.copyMask(tab.source.segmentation, { segment: 'part', to: target, toSegment: 'new' }, async () => {});
    // One of three slices of 100 voxels of 1.2 mm³.
    expect(copied).toMatchObject({ ok: true, voxels: 200, isResampled: false });
    expect((copied as { cutMl: number }).cutMl).toBeCloseTo(0.12, 5);
  });

  it('is refused where both are not in the same coordinates, or nothing of it lies there [MASK-148]', async () => {
    const tab = await withPart();
    const copy = (to: Grid, segment = 'part') =>
      tab.masks.copyMask(tab.source.segmentation, { segment, to: Tab.sourceOf(to), toSegment: 'new' }, async () => {
        throw new Error('Nothing may be made for it');
      });
    const away = (index: number): Vector => [900, 900, 3 * index];
    expect(await copy(grid(5, (index) => [-10, 5, 3 * index], AXIAL, { frameOfReference: '1.2.10' }))).toEqual({
      ok: false,
      why: 'frame-of-reference',
    });
    expect(await copy(grid(5, (index) => [-10, 5, 3 * index], AXIAL, { frameOfReference: '' }))).toEqual({
      ok: false,
      why: 'frame-of-reference',
    });
    expect(await copy(grid(5, away))).toEqual({ ok: false, why: 'outside' });
    expect(await copy(WITH_GAP)).toEqual({ ok: false, why: 'no-volume' });
    expect(await copy(STRAIGHT, 'nothing')).toEqual({ ok: false, why: 'empty' });
  });
});

describe('what was read, against what is drawn now', () => {
  it('has the Dice of the voxels of both, until something else is read [AI-84]', async () => {
    const drawn = apart(STRAIGHT);
    const source = nifti(await labelMapOf(drawn));
    const tab = await new Tab().open(STRAIGHT);
    const first = await tab.list(source);
    expect(await tab.take(first, ['one', 'two'])).toEqual({ ok: true });
    const { reading } = await tab.list(source);
    const dice = (key: number, segment: string, of = reading) =>
      tab.masks.diceWithImport(tab.source.segmentation, { reading: of, key, segment });
    expect([await dice(0, 'one'), await dice(1, 'one'), await dice(0, 'new')]).toEqual([1, 0, 0]);
    expect([await dice(5, 'one'), await dice(0, 'one', first.reading)]).toEqual([null, null]);
    const again = await tab.list(source);
    await tab.take(again, ['unused', 'one']);
    const [one, two] = drawn.map(countVoxels) as [number, number];
    expect(await dice(0, 'one', (await tab.list(source)).reading)).toBeCloseTo((2 * one) / (one + one + two), 10);
  });
});

async function labelMapOf(drawn: readonly Bits[]): Promise<Uint8Array<ArrayBuffer>> {
  const files = await exportedFiles(STRAIGHT, drawn, 'nifti');
  return new Uint8Array(files.find(({ name }) => name.endsWith('.nii.gz'))!.bytes);
}
