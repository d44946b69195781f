import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { mergeInstance } from '#model/studies/series.ts';
import type { SeriesFacts } from '#model/studies/study.ts';
import { suvOf } from '#model/suv/suv.ts';
import { petToDicom } from '#tests/fixtures/pet.ts';
import { sentSeries } from '#tests/fixtures/sent-series.ts';

const FILES = petToDicom().map((bytes, slice) => [`${slice}.dcm`, bytes] as const);
const sent = async (usual: boolean) =>
  (await sentSeries(FILES, { settings: { ...FIRST_DEIDENTIFICATION, usual }, key: '07'.repeat(32), tag: 'this test' }))[0]!;

it('uptake factors of a series are told by its device, of the header before de-identification [PET-04]', async () => {
  const [plain, deidentified] = [await sent(false), await sent(true)];
  // 80 kg by half of 400 MBq.
  expect(plain.suv).toMatchObject({ rule: 'series', weight: expect.closeTo(0.0004, 12), surface: expect.any(Number) });
  expect(deidentified.suv).toEqual(plain.suv);

  // Its files alone would not tell them.
  let facts: SeriesFacts | null = null;
  for (const [at, source] of deidentified.files.entries()) {
    const read = await readDicomHeader(source);
    if (!read.ok) throw new Error(read.why);
    facts = mergeInstance(facts, { fileId: String(at), size: source.size, description: read.description });
  }
  expect(suvOf(facts!.pet!)).toEqual({ why: expect.stringMatching(/^no-/) });
});
