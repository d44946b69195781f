import { describe, expect, it } from 'vitest';
import type { StudyDetail } from '#contract/study-detail.ts';
import { createMaskStore } from '#features/annotator/masks/mask-store.ts';
import type { DrawnSegmentation } from '#features/annotator/masks/study-segmentations.ts';
import { TestMasks } from '#features/annotator/masks/test-masks.ts';
import type { MaskExported } from '#workers/masks/types.ts';
import { straightGrid } from '#tests/fixtures/mask-device.ts';
import { exportRequest } from './export-request.ts';
import { exportedText, exportRefusedText } from './export-texts.ts';

const STUDY = {
  id: 7,
  data: { patientName: 'Heron^Quiet' },
  meta: { patientSex: 'F', studyDate: '2026-01-02', studyTime: '101500', studyInstanceUid: '1.2.3' },
} as StudyDetail;
const SEGMENTATION: DrawnSegmentation = {
  ...{ uuid: '0a1b2c3d-0000-4000-8000-000000000001', id: 1, structure: { slug: 'liver', title: 'Liver of Heron' }, user: null },
  ...{ mask: { series: 'ct', grid: 'hash' }, may: { edit: false }, exclusive: false },
  segments: [
    { uuid: 'one', sort: 1, title: 'Part 1', color: '#112233', waits: null },
    { uuid: 'gone', sort: 2, title: 'Part 2', color: '#112233', waits: 'deletion' },
    { uuid: 'new', sort: null, title: null, color: null, waits: 'number' },
  ],
};
const CODE = { scheme: 'SCT' as const, value: '123037004', meaning: 'Anatomical Structure' };
const CODES = { category: CODE, type: null, modifier: null, laterality: null };

const request = (codes: typeof CODES | null) =>
  exportRequest('seg', {
    ...{ study: STUDY, segmentation: SEGMENTATION, current: 'new', codes, author: 'Ann', now: new Date(2026, 0, 3, 9, 5, 7) },
    colourOf: (uuid) => (uuid === 'one' ? '#4FD0D0' : '#D04F4F'),
  });

describe('what is asked for', () => {
  it('has every segment that is not deleted with its name, colour and codes [MASK-126]', () => {
    const { segments, chosen, dicom } = request(CODES);
    expect(segments).toEqual([
      { uuid: 'one', name: 'Liver of Heron Part 1', colour: '#4FD0D0', codes: CODES },
      { uuid: 'new', name: 'Liver of Heron New part', colour: '#D04F4F', codes: CODES },
    ]);
    expect(chosen).toBe('new');
    expect(dicom).toMatchObject({ label: 'Liver of Heron', author: 'Ann', date: '20260103', time: '090507' });
    expect(dicom.study).toMatchObject({ studyInstanceUid: '1.2.3', patientName: 'Heron^Quiet', patientSex: 'F', time: '101500' });
    expect(request(null).segments[0]!.codes).toEqual({ category: null, type: null, modifier: null, laterality: null });
  });

  it('names files by numbers only: titles are free text [MASK-127]', () => {
    expect(request(CODES).fileName).toBe('study-7-segmentation-0a1b2c3d');
  });

  it('is asked of the open segmentation, and of none if none is open [MASK-126]', async () => {
    const masks = new TestMasks();
    const store = createMaskStore(masks, () => undefined);
    expect(await store.exportAs(request(CODES), () => undefined)).toEqual({ ok: false, why: 'closed' });
    const source = { study: 'study', segmentation: 'liver', gridHash: 'hash', grid: straightGrid(4, 4, 2), isExclusive: false };
    await store.open({ source, series: 'ct', seriesId: 1 });
    const parts: number[] = [];
    expect(await store.exportAs(request(CODES), (part) => void parts.push(part))).toEqual({ ok: false, why: 'empty' });
    expect([masks.exports.length, parts]).toEqual([1, [0.5]]);
  });

  it('tells no more how much is done once there is an answer [MASK-128]', async () => {
    const masks = new TestMasks();
    const store = createMaskStore(masks, () => undefined);
    const source = { study: 'study', segmentation: 'liver', gridHash: 'hash', grid: straightGrid(4, 4, 2), isExclusive: false };
    await store.open({ source, series: 'ct', seriesId: 1 });
    let late: (part: number) => void = () => undefined;
    masks.exportMask = async (_, __, onPart) => {
      late = onPart;
      return masks.exported;
    };
    const parts: number[] = [];
    await store.exportAs(request(CODES), (part) => void parts.push(part));
    late(1);
    expect(parts).toEqual([]);
  });
});

describe('what is said', () => {
  const file = (name: string) => ({ name, type: '', bytes: new Uint8Array(0) });
  const exported = (names: string[], part: Partial<Extract<MaskExported, { ok: true }>> = {}) => ({
    ...{ ok: true as const, files: names.map(file), parts: 1, left: [], isSheared: false, isWithoutValues: false },
    ...part,
  });
  const about = { nameOf: (uuid: string) => `Part ${uuid}`, isWithoutCodes: true };

  it('names what was saved, and what is to be known of it [MASK-128]', () => {
    expect(exportedText('csv', exported(['a.csv']), about)).toBe('Saved a.csv.');
    expect(exportedText('csv', exported(['a.csv'], { isWithoutValues: true }), about)).toBe(
      'Saved a.csv. The images are in colour, so the table has no values.',
    );
    expect(exportedText('seg', exported(['a.dcm'], { left: ['2', '3'] }), about)).toBe(
      'Saved a.dcm. Empty and not in it: Part 2, Part 3. The codes of the structure are not on this device, so they are not in it.',
    );
    const maps = exportedText('nifti', exported(['a-1.nii.gz', 'a-2.nii.gz'], { parts: 2, isSheared: true }), about);
    expect(maps).toContain('Saved 2 files: a-1.nii.gz, a-2.nii.gz.');
    expect(maps).toContain('Segments overlap, so there are 2 label maps.');
    expect(maps).toContain('because the gantry was tilted');
  });

  it('gives the reason of a refusal [MASK-128]', () => {
    expect(exportRefusedText('not-dicom')).toContain('NIfTI volume');
    expect(exportRefusedText('unread')).toContain('on this device');
  });
});
