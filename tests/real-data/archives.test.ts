import { describe, expect, it } from 'vitest';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import { seriesKey } from '#model/studies/series.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { walked } from '#tests/fixtures/walked.ts';
import { NOTE, realData } from './real-data.ts';

/** What other tools unpacked of the same archive: MANIFEST.md, "files / DICOM instances / series / patients". Files are all that is no folder. */
const EQUAL: Record<string, [dicom: number, series: number, patients: number]> = {
  'bad-crc.zip': [4, 1, 1],
  'data-descriptor.zip': [19, 1, 1],
  'duplicates.zip': [5, 1, 1],
  'empty.zip': [0, 0, 0],
  'gnu-longlink.tar': [5, 1, 1],
  'hospital-cd.zip': [31, 13, 2],
  'mac-litter.zip': [5, 1, 1],
  'names-backslash.zip': [5, 1, 1],
  'names-cp437.zip': [5, 1, 1],
  'names-cp866.zip': [5, 1, 1],
  'names-gbk.zip': [5, 1, 1],
  'names-shift-jis.zip': [5, 1, 1],
  'names-utf8.zip': [5, 1, 1],
  'nested-folders.zip': [38, 2, 1],
  'nifti-and-dicom.zip': [5, 1, 1],
  'no-dicom.zip': [0, 0, 0],
  'path-traversal.zip': [5, 1, 1],
  'pax-long-paths.tgz': [5, 1, 1],
  'single-slice.dcm.gz': [1, 1, 1],
  'stored.zip': [19, 1, 1],
  'study.tar.gz': [19, 1, 1],
  'trailing-garbage.zip': [5, 1, 1],
  'truncated.tar.gz': [10, 1, 1],
  'truncated.zip': [3, 1, 1],
  'two-members.tar.gz': [19, 1, 1],
  'two-patients.zip': [38, 2, 2],
  'zip64.zip': [19, 1, 1],
  'upstream/abd1.zip': [11, 1, 1],
  // 7z stops at what stands before it, and looks into no archive inside.
  'prepended.zip': [5, 1, 1],
  'archive-in-archive.zip': [19, 1, 1],
};

/** Names of what is left out, and why. Whatever is not here gives no problem. */
const PROBLEMS: Record<string, string[]> = {
  'bad-crc.zip': ['bad-crc.zip/1-02.dcm: archive-damaged'],
  'bomb-200MB.zip': ['bomb-200MB.zip: archive-bomb'],
  'encrypted-aes256.zip': ['encrypted-aes256.zip: archive-encrypted'],
  'encrypted-zipcrypto.zip': ['encrypted-zipcrypto.zip: archive-encrypted'],
  'five-slices.7z': ['five-slices.7z: archive-7z'],
  'method-bzip2.zip': ['method-bzip2.zip: archive-bzip2'],
  'method-deflate64.zip': ['method-deflate64.zip: archive-deflate64'],
  'method-lzma.zip': ['method-lzma.zip: archive-lzma'],
  'split.zip.001': ['split.zip.001: archive-split'],
  'split.zip.002': ['split.zip.002: archive-split'],
  'split.zip.003': ['split.zip.003: archive-split'],
  'truncated.tar.gz': ['truncated.tar.gz/adc/1-11.dcm: archive-cut-off', 'truncated.tar.gz: archive-cut-off'],
  'truncated.zip': ['truncated.zip/1-04.dcm: archive-cut-off', 'truncated.zip: archive-cut-off'],
};

const NAMES: Record<string, RegExp> = {
  'names-backslash.zip': /^STUDY\/SERIES\/IM0[1-5]$/,
  'names-cp437.zip': /^Müller\/Bild 0[1-5]\.dcm$/,
  'names-cp866.zip': /^ИВАНОВ\/Снимок 0[1-5]\.dcm$/,
  'names-gbk.zip': /^张三\/图像0[1-5]\.dcm$/,
  'names-shift-jis.zip': /^山田太郎\/表示0[1-5]\.dcm$/,
  'names-utf8.zip': /^患者_ÄÖÜ_Пациент\//,
  'path-traversal.zip': /^[^.:][^:]*$/,
};

interface Counted {
  instances: number;
  series: number;
  patients: number;
}

describe(`archives as unpacked by other tools${NOTE}`, () => {
  const archives = realData?.files.filter((file) => file.set === 'archives' && !file.path.endsWith('.exp')) ?? [];

  it('are all checked here', () => {
    const names = archives.map(({ path }) => path.replace('archives/', '')).filter((name) => !/\.(rar|cbr)$/.test(name));
    expect(names.filter((name) => !(name in EQUAL) && !(name in PROBLEMS))).toEqual([]);
  });

  it.each(archives.map(({ path }) => path))('%s', async (path) => {
    const source = realData!.source(path);
    const name = path.replace('archives/', '');
    const { files, problems } = await walked(await source.read(0, source.size), name);
    const isRar = /\.(rar|cbr)$/.test(name);
    expect(problems).toEqual(isRar ? [`${name}: archive-rar`] : (PROBLEMS[name] ?? []));
    const [instances, series, patients] = EQUAL[name] ?? [0, 0, 0];
    expect(await counted(Object.values(files))).toEqual({ instances, series, patients });
    const labels = Object.keys(files).map((label) => label.slice(name.length + 1));
    expect(labels.filter((label) => NAMES[name] && !NAMES[name].test(label))).toEqual([]);
  });
});

/** Instances of equal content are one. */
async function counted(files: readonly Uint8Array[]): Promise<Counted> {
  const found: InstanceDescription[] = [];
  for (const bytes of files) {
    const read = await readDicomHeader(createMemorySource(bytes));
    if (read.ok && read.description.pixelData) found.push(read.description);
  }
  const number = (key: (one: InstanceDescription) => string): number => new Set(found.map(key)).size;
  return {
    instances: number((one) => one.sopInstanceUid),
    series: number((one) => `${one.studyInstanceUid}|${seriesKey(one)}`),
    patients: number((one) => one.patientId),
  };
}
