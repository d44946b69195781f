import { describe, expect, test } from 'vitest';
import { nearestPlane } from '#model/pictures/geometry.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { NOTE, realData, type ManifestSeries } from './real-data.ts';
import { bytesToText, isShownAsBytes } from './shown-as-bytes.ts';
import { SYNTAX_UIDS } from './syntax-uids.ts';

/** Files of which the manifest says other things than the reader, or nothing, and why the reader is right or may be so. */
const OTHERWISE: Record<string, string> = {
  'odd-files/zipMR.gz': 'a gzip: the manifest tells what is in it, the header reader is never given it unopened',
  'odd-files/emri_small_jpeg_2k_lossless_too_short.dcm':
    'dcmdump gives up in its last frames; the header is whole, only a decoder can tell',
  'sc-colour/SC_rgb_jpeg.dcm': 'dcmdump gives up at an element in implicit VR inside explicit ones; the header is whole',
};

/** Bytes that are refused, each by its name. Every other file of a DICOM set is read, or is no DICOM. */
const REFUSED: Record<string, string> = {
  'odd-files/MR_truncated.dcm': 'cut-off in-pixel-data',
  'odd-files/derived/preamble-only.dcm': 'cut-off in-header',
  'odd-files/derived/truncated-in-header.dcm': 'cut-off in-header',
  'odd-files/derived/truncated-in-pixels.dcm': 'cut-off in-pixel-data',
  'odd-files/rtplan_truncated.dcm': 'cut-off in-header',
  // Its first byte is missing: neither dcmdump nor pydicom reads it.
  'odd-files/no_meta.dcm': 'not-dicom no-header',
  'odd-files/derived/login-page.dcm': 'not-dicom no-header',
  'odd-files/derived/zero-bytes.dcm': 'not-dicom empty',
};

const SETS = Object.entries(realData?.sets ?? {}).flatMap(([set, { dicomFiles }]) => (dicomFiles > 0 ? [set] : []));

describe.skipIf(!realData)(`every DICOM set of the manifest${NOTE}`, () => {
  test.each(SETS)('%s: patients, studies, series and files', async (set) => {
    const { read, refused } = await readFiles(set);
    const rows = manifestRows(set);
    expect(refused).toEqual(Object.fromEntries(Object.entries(REFUSED).filter(([path]) => path.startsWith(`${set}/`))));
    expect(countsOf(read)).toEqual({
      patients: distinct(rows.map((row) => `${row.patientId ?? ''}|${row.patientName ?? ''}`)).length,
      studies: distinct(rows.map((row) => row.study ?? '')).length,
      series: distinct(rows.map((row) => row.series ?? '')).length,
      files: rows.reduce((sum, row) => sum + row.files, 0),
      images: rows.reduce((sum, row) => sum + row.hasPixelData, 0) + floatImages(read),
    });
  });

  test.each(SETS)('%s: the kinds of its series', async (set) => {
    const { read } = await readFiles(set);
    const rows = manifestRows(set);
    const rowsByKey = Map.groupBy(rows, (row) => `${row.study ?? ''}|${row.series ?? ''}`);
    const readByKey = Map.groupBy(read, ({ studyInstanceUid, seriesInstanceUid }) => `${studyInstanceUid}|${seriesInstanceUid}`);
    expect([...readByKey.keys()].sort()).toEqual([...rowsByKey.keys()].sort());
    for (const [key, descriptions] of readByKey) {
      const series = rowsByKey.get(key)!;
      expect(shown(descriptions)).toEqual(expected(series));
      expect(severalOf(descriptions)).toEqual(expectedAmong(series));
      // Files without meta information have no syntax to the manifest; how they are written the reader finds out.
      if (series.every((row) => row.transferSyntax !== null)) {
        expect(countsBy(descriptions.map(({ transferSyntaxUid }) => transferSyntaxUid))).toEqual(expectedSyntaxes(series));
      }
      expect(descriptions.map(({ windowCenterRaw }) => windowCenterRaw)).toEqual(
        expect.arrayContaining(series.flatMap((row) => row.windowCenter)),
      );
      expect(descriptions.map(({ windowWidthRaw }) => windowWidthRaw)).toEqual(
        expect.arrayContaining(series.flatMap((row) => row.windowWidth)),
      );
      const planes = mergedCounts(series.map((row) => row.planeFromIOP));
      // Of enhanced images the manifest counts what stands outside functional groups, which is nothing; of texts in VR UN it counts none.
      if (Object.keys(planes).length > 0 && !series.some(({ isBytes }) => isBytes)) expect(planesOf(descriptions)).toEqual(planes);
    }
  });
});

async function readFiles(set: string): Promise<{ read: InstanceDescription[]; refused: Record<string, string> }> {
  const read: InstanceDescription[] = [];
  const refused: Record<string, string> = {};
  for (const { path } of realData!.files.filter((file) => file.set === set && !(file.path in OTHERWISE))) {
    const header = await readDicomHeader(realData!.source(path));
    if (header.ok) read.push(header.description);
    else if (path in REFUSED || header.why !== 'not-dicom') refused[path] = `${header.why} ${header.detail}`;
  }
  return { read, refused };
}

type Row = ManifestSeries & { isBytes: boolean };

function manifestRows(set: string): Row[] {
  return realData!.sets[set]!.series.filter((row) => !row.paths.every((path) => path in OTHERWISE)).map(textRow);
}

function textRow(row: ManifestSeries): Row {
  const texts = Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? bytesToText(value) : value]);
  return { ...(Object.fromEntries(texts) as ManifestSeries), isBytes: isShownAsBytes(row.modality) };
}

/** (7FE0,0008) and (7FE0,0009), which the manifest does not count. */
function floatImages(read: InstanceDescription[]): number {
  return read.filter(({ pixelData }) => pixelData?.numbers).length;
}

function countsOf(read: InstanceDescription[]) {
  return {
    patients: distinct(read.map(({ patientId, patientName }) => `${patientId}|${patientName}`)).length,
    studies: distinct(read.map(({ studyInstanceUid }) => studyInstanceUid)).length,
    series: distinct(read.map(({ seriesInstanceUid }) => seriesInstanceUid)).length,
    files: read.length,
    images: read.filter(({ pixelData }) => pixelData).length,
  };
}

function shown(read: InstanceDescription[]) {
  return {
    modalities: distinct(read.map(({ modality }) => modality)),
    names: distinct(read.map(({ patientName }) => patientName)),
    ids: distinct(read.map(({ patientId }) => patientId)),
    studyDescriptions: distinct(read.map(({ studyDescription }) => studyDescription)),
    seriesDescriptions: distinct(read.map(({ seriesDescription }) => seriesDescription)),
    bodyParts: distinct(read.map(({ bodyPartExamined }) => bodyPartExamined)),
    sizes: distinct(read.map(({ rows, columns }) => `${rows}x${columns}`)),
  };
}

function expected(series: ManifestSeries[]): ReturnType<typeof shown> {
  const texts = (pick: (row: ManifestSeries) => string | null) => distinct(series.map((row) => pick(row) ?? ''));
  return {
    modalities: texts((row) => row.modality),
    names: texts((row) => row.patientName),
    ids: texts((row) => row.patientId),
    studyDescriptions: texts((row) => row.studyDescription),
    seriesDescriptions: texts((row) => row.seriesDescription),
    bodyParts: texts((row) => row.bodyPart),
    sizes: texts((row) => `${row.rows ?? 0}x${row.cols ?? 0}`),
  };
}

/** The manifest names one value for a row of files, of those that may be several in it. */
function severalOf(read: InstanceDescription[]) {
  return {
    seriesNumbers: distinct(read.map(({ seriesNumber }) => String(seriesNumber ?? ''))),
    photometric: distinct(read.map(({ photometricInterpretation }) => photometricInterpretation)),
  };
}

function expectedAmong(series: ManifestSeries[]) {
  return {
    seriesNumbers: expect.arrayContaining(series.map(({ seriesNumber }) => (seriesNumber ? String(Number(seriesNumber)) : ''))) as unknown,
    photometric: expect.arrayContaining(series.map(({ photometric }) => photometric ?? '')) as unknown,
  };
}

function expectedSyntaxes(series: ManifestSeries[]): Record<string, number> {
  return mergedCounts(series.map((row) => ({ [SYNTAX_UIDS[row.transferSyntax!] ?? row.transferSyntax!]: row.files })));
}

const PLANE_LABELS = { axial: 'TRA', coronal: 'COR', sagittal: 'SAG' };

function planesOf(read: InstanceDescription[]): Record<string, number> {
  return countsBy(
    read.flatMap(({ imageOrientationPatient }) => {
      const plane = imageOrientationPatient && nearestPlane(imageOrientationPatient);
      return plane ? [PLANE_LABELS[plane]] : [];
    }),
  );
}

function countsBy(values: string[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]));
}

/** `TRA oblique` counts as TRA. */
function mergedCounts(counts: Record<string, number>[]): Record<string, number> {
  const merged: Record<string, number> = {};
  for (const [label, count] of counts.flatMap(Object.entries)) {
    const [name = label] = label.split(' ');
    merged[name] = (merged[name] ?? 0) + (count as number);
  }
  return merged;
}

function distinct(values: string[]): string[] {
  return [...new Set(values)].sort();
}
