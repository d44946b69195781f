import type { ByteSource } from '#imaging/byte-source.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { mergeInstance, seriesKey } from '#model/studies/series.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import type { SeriesFacts } from '#model/studies/study.ts';
import type { RealData } from './real-data.ts';

export interface ReadFile {
  path: string;
  size: number;
  description: InstanceDescription;
  /** Where the offsets of the description count from. */
  source: ByteSource;
}

export interface ReadSeries {
  facts: SeriesFacts;
  files: ReadFile[];
}

/** Everything in a set that reads as an image, grouped as the product groups it. */
export async function readSet(data: RealData, set: string): Promise<ReadSeries[]> {
  const series = new Map<string, ReadSeries>();
  for (const file of await readImages(data, set)) {
    const key = `${file.description.studyInstanceUid}|${seriesKey(file.description)}`;
    const known = series.get(key);
    const facts = mergeInstance(known?.facts ?? null, { fileId: file.path, ...file });
    series.set(key, { facts, files: [...(known?.files ?? []), file] });
  }
  return [...series.values()];
}

const NO_DICOM = /\.(nii|nii\.gz|hdr|img|zip|rar|7z|cbr|json|txt|exp|gz|tgz|tar|bval|bvec|00\d)$/i;

async function readImages(data: RealData, set: string): Promise<ReadFile[]> {
  const images: ReadFile[] = [];
  for (const { path, bytes } of data.files.filter((file) => file.set === set && !NO_DICOM.test(file.path))) {
    const read = await readDicomHeader(data.source(path));
    if (read.ok && read.description.pixelData) images.push({ path, size: bytes, description: read.description, source: read.source });
  }
  return images;
}
