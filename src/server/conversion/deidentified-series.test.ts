import { expect, test } from 'vitest';
import { FIRST_DEIDENTIFICATION } from '#contract/deidentification.ts';
import { volumeFacts, type VolumeFacts } from '#tests/fixtures/converted.ts';
import { deidentified } from '#tests/fixtures/deidentified.ts';
import { VENDOR_SERIES } from '#tests/fixtures/vendor-series.ts';
import { createDcm2niix } from './dcm2niix.ts';

/** All converted in one run: dcm2niix separates the series by itself. */
const ORIGINALS = VENDOR_SERIES.flatMap(([, { files }]) => files);
const NOTHING_KEPT = { ...FIRST_DEIDENTIFICATION, retain: { ...FIRST_DEIDENTIFICATION.retain, safePrivate: false, conversion: false } };
const [before, after, bare] = [
  await volumesBySeries(ORIGINALS),
  await volumesBySeries(await deidentifiedBy(FIRST_DEIDENTIFICATION)),
  await volumesBySeries(await deidentifiedBy(NOTHING_KEPT)),
];

test.each(VENDOR_SERIES)(
  '%s: de-identified files become the same volumes as their originals, which needs the kept elements',
  (_name, { seriesNumber, shapes, bval, slope = 1, isPublic = false }) => {
    const originals = before.get(seriesNumber);
    expect(originals?.facts.map(({ dimensions }) => dimensions.slice(1, 5))).toEqual(shapes);
    const last = originals!.facts.at(-1)!;
    expect(last).toMatchObject({ bval, scale: [expect.closeTo(slope, 5), 0] });
    if (last.dimensions[4]! > 1) expect(last.spacing[4]).toBe(2);
    if (bval) expect(last.bvec).toHaveLength(3);
    expect(after.get(seriesNumber)).toEqual(originals);
    if (isPublic) expect(bare.get(seriesNumber)).toEqual(originals);
    else expect(bare.get(seriesNumber)).not.toEqual(originals);
  },
);

function deidentifiedBy(settings: typeof FIRST_DEIDENTIFICATION): Promise<Uint8Array[]> {
  return Promise.all(ORIGINALS.map(async (bytes) => (await deidentified(bytes, settings, '')).bytes));
}

/** For each series the facts of its volumes, and slice times, which exist only for a mosaic. */
async function volumesBySeries(files: readonly Uint8Array[]): Promise<Map<unknown, { facts: VolumeFacts[]; sliceTimes: unknown }>> {
  const given = files.map((bytes) => ({ name: '', bytes }));
  const conversion = await createDcm2niix().convert({ files: given }, new AbortController().signal);
  if (!conversion.ok) throw new Error(conversion.why);
  const told = conversion.volumes.map((volume) => ({
    volume,
    said: JSON.parse(volume.sidecar ?? '{}') as { SeriesNumber?: number; SliceTiming?: number[] },
  }));
  return new Map(
    [...Map.groupBy(told, ({ said }) => said.SeriesNumber)].map(([seriesNumber, volumes]) => [
      seriesNumber,
      { facts: volumeFacts(volumes.map(({ volume }) => volume)), sliceTimes: volumes.flatMap(({ said }) => said.SliceTiming ?? []) },
    ]),
  );
}
