import { describe, expect, it } from 'vitest';
import { readSeries } from '#server/reading/read-series.ts';
import { createNodeCodecs } from '#tests/fixtures/codec-files.ts';
import { readSet } from './read-set.ts';
import { NOTE, realData } from './real-data.ts';

const codecs = createNodeCodecs();

/** Of all series of a set: what is a warning or an error. */
async function foundIn(set: string): Promise<object[]> {
  const found: object[] = [];
  for (const { files } of await readSet(realData!, set)) {
    const { quality } = await readSeries({ type: 'dcm', files: files.map(({ path }) => realData!.source(path)) }, codecs);
    found.push(...quality!.findings.filter(({ severity }) => severity !== 'info').map(({ said }) => said));
  }
  return found;
}

describe.skipIf(!realData)(`the findings of real series${NOTE}`, () => {
  it('name the slice that is missing, and the slices of which only a part was sent [QIN-02, QIN-05]', async () => {
    expect(await foundIn('mr-prostate-missing-slice')).toEqual([{ code: 'missing-slices', missing: 1, present: 18, stepMm: 3 }]);
    expect(await foundIn('pet-cps-1023')).toEqual([{ code: 'incomplete-acquisition', of: 'slices', expected: 299, present: 199 }]);
  });

  it.each([
    ...(['mr-prostate-siemens-skyra', 'mr-prostate-second-patient', 'ct-abdomen-philips', 'mr-fmri-ge', 'geometry-traps'] as const),
    ...(['mr-brain-siemens-noext', 'mr-enhanced-siemens-xa30', 'mr-mosaic-planes-siemens', 'us-colour', 'xa-cine'] as const),
  ])('of %s need nobody [QIN-02, QIN-03, QIN-04, QIN-05]', async (set) => expect(await foundIn(set)).toEqual([]));
});
