import { describe, expect, test } from 'vitest';
import { NOTE, realData } from './real-data.ts';
import { readSet, type ReadSeries } from './read-set.ts';

/**
 * Series UIDs of which this product makes more than one series, by what parts them (docs/decisions/104-split-series.md). All stand in
 * collections of samples; no study as a scanner or an archive wrote it has one.
 */
const PARTED: Record<string, string[]> = {
  'enhanced-small': ['size'],
  'sc-colour': ['samples per pixel', 'size', 'size, of files without a UID'],
  // The lossy copies of a slice, which say DERIVED, beside the slice.
  'transfer-syntaxes': ['image type', 'image type', 'image type', 'size, of files without a UID'],
  'us-colour': ['SOP class', 'image type'],
};

const SETS = Object.entries(realData?.sets ?? {}).flatMap(([set, { dicomFiles }]) => (dicomFiles > 0 ? [set] : []));

describe.skipIf(!realData)(`series UIDs and series${NOTE}`, () => {
  test.each(SETS)('%s', async (set) => {
    const read = await readSet(realData!, set);
    const byUid = Map.groupBy(read, ({ facts, files }) => `${files[0]!.description.studyInstanceUid}|${facts.seriesInstanceUid}`);
    const parted = [...byUid.values()].filter((series) => series.length > 1).map(partedBy);
    expect(parted.sort()).toEqual(PARTED[set] ?? []);
  });
});

function partedBy(series: ReadSeries[]): string {
  const differs = (value: (facts: ReadSeries['facts']) => unknown) => new Set(series.map(({ facts }) => value(facts))).size > 1;
  const parts = [
    differs((facts) => facts.SOPClassUID) && 'SOP class',
    differs((facts) => facts.imageType.join('\\')) && 'image type',
    differs((facts) => `${facts.rows}x${facts.columns}`) && 'size',
    differs((facts) => facts.samplesPerPixel) && 'samples per pixel',
    series[0]?.facts.seriesInstanceUid === '' && 'of files without a UID',
  ];
  return parts.filter((part) => part !== false).join(', ');
}
