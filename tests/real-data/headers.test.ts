import { describe, expect, test } from 'vitest';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { NOTE, realData, type ManifestSeries } from './real-data.ts';
import { isShownAsBytes } from './shown-as-bytes.ts';
import { SYNTAX_UIDS } from './syntax-uids.ts';

describe.skipIf(!realData)(`the header of the first file of every series row${NOTE}`, () => {
  test.each(readableRows())('$set, series $index: $path', async ({ path, row }) => {
    const read = await readDicomHeader(realData!.source(path));
    if (!read.ok) throw new Error(`${read.why}: ${read.detail}`);
    expect(shown(read.description)).toEqual(expected(row));
    for (const [written, value] of lengths(row, read.description)) expect(value).toEqual(written.split('\\').map(Number));
    if (row.rescale.slopes.length > 0 && row.rescale.distinctSlopes === row.rescale.slopes.length) {
      expect(row.rescale.slopes.map(Number)).toContain(read.description.rescaleSlope);
      expect(row.rescale.intercepts.map(Number)).toContain(read.description.rescaleIntercept);
    }
  });
});

function readableRows() {
  return Object.entries(realData?.sets ?? {}).flatMap(([set, { series }]) =>
    series.flatMap((row, index) => {
      const [path] = row.paths;
      const isReadable = path && row.transferSyntax !== null && !isShownAsBytes(row.modality);
      return isReadable && !OTHERWISE.includes(path) ? [{ set, index, path, row }] : [];
    }),
  );
}

/**
 * A gzip; a row that lists files without any UID together, of which only some have pixel data; and float pixel data (7FE0,0008 and 0009),
 * which the manifest does not count.
 */
const OTHERWISE = [
  'odd-files/zipMR.gz',
  'odd-files/empty_charset_LEI.dcm',
  'enhanced-small/parametric_map_double_float.dcm',
  'enhanced-small/parametric_map_float.dcm',
];

function shown(description: InstanceDescription) {
  return {
    study: description.studyInstanceUid,
    series: description.seriesInstanceUid,
    transferSyntax: description.transferSyntaxUid,
    modality: description.modality,
    patientName: description.patientName,
    patientId: description.patientId,
    studyDescription: description.studyDescription,
    seriesDescription: description.seriesDescription,
    protocol: description.protocolName,
    bodyPart: description.bodyPartExamined,
    photometric: description.photometricInterpretation,
    rows: description.rows,
    columns: description.columns,
    bitsAllocated: description.bitsAllocated,
    bitsStored: description.bitsStored,
    hasPixelData: description.pixelData !== null,
  };
}

function expected(row: ManifestSeries): ReturnType<typeof shown> {
  return {
    study: row.study ?? '',
    series: row.series ?? '',
    transferSyntax: SYNTAX_UIDS[row.transferSyntax!] ?? row.transferSyntax!,
    modality: row.modality ?? '',
    patientName: row.patientName ?? '',
    patientId: row.patientId ?? '',
    studyDescription: row.studyDescription ?? '',
    seriesDescription: row.seriesDescription ?? '',
    protocol: row.protocol ?? '',
    bodyPart: row.bodyPart ?? '',
    photometric: row.photometric ?? '',
    rows: row.rows ?? 0,
    columns: row.cols ?? 0,
    bitsAllocated: Number(row.bitsAllocated ?? 0),
    bitsStored: Number(row.bitsStored ?? 0),
    hasPixelData: row.hasPixelData > 0,
  };
}

function lengths(row: ManifestSeries, { pixelSpacing, sliceThickness }: InstanceDescription): [string, number[] | null][] {
  const pairs: [string | null, number[] | null][] = [
    [row.pixelSpacing, pixelSpacing],
    [row.sliceThickness, sliceThickness === null ? null : [sliceThickness]],
  ];
  return pairs.filter((pair): pair is [string, number[] | null] => pair[0] !== null && pair[0] !== '');
}
