import { isVolumeFile } from '#imaging/is-volume-file.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { describeNifti } from '#imaging/nifti/describe-nifti.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { mergeStudy, studyKey } from '#model/studies/study-merging.ts';
import type { InstanceDescription } from '#model/studies/instance.ts';
import { mergeInstance, seriesKey, sliceOrder } from '#model/studies/series.ts';
import type { SeriesFacts, StudyFacts } from '#model/studies/study.ts';
import type { FileToSort } from './archive-unpacker.ts';

/** Files by study and series, as on a device. Files are referred to by their index in the input. */
export interface SortedBatch {
  studies: SortedStudy[];
  /** Not a readable image. */
  unread: number[];
}

export interface SortedStudy {
  facts: StudyFacts;
  series: SortedSeries[];
}

export interface SortedSeries {
  facts: SeriesFacts;
  /** In slice order. */
  files: number[];
}

/** Reads only headers and keeps only the fields for sorting, so that a study of any size fits into memory. */
export async function sortFiles(files: readonly FileToSort[]): Promise<SortedBatch> {
  const studies = new Map<string, { facts: StudyFacts; series: Map<string, GrowingSeries> }>();
  const unread: number[] = [];
  for (const [file, each] of files.entries()) {
    const description = await describe(each);
    if (description === null) {
      unread.push(file);
      continue;
    }
    const key = studyKey(description);
    const study = studies.get(key);
    const facts = mergeStudy(study?.facts ?? null, description);
    const series = study?.series ?? new Map<string, GrowingSeries>();
    studies.set(key, { facts, series });
    const ofSeries = seriesKey(description);
    const known = series.get(ofSeries);
    const ordered = known?.files ?? [];
    ordered.push({ file, ...sliceOrder(description) });
    series.set(ofSeries, {
      facts: mergeInstance(known?.facts ?? null, { fileId: each.sha256, size: each.source.size, description }),
      files: ordered,
    });
  }
  return { studies: [...studies.values()].map(({ facts, series }) => ({ facts, series: inOrder(series) })), unread };
}

interface GrowingSeries {
  facts: SeriesFacts;
  files: { file: number; order: number; order2: number }[];
}

function inOrder(series: ReadonlyMap<string, GrowingSeries>): SortedSeries[] {
  return [...series.values()].map(({ facts, files }) => ({
    facts,
    files: files.toSorted((a, b) => a.order - b.order || a.order2 - b.order2 || a.file - b.file).map(({ file }) => file),
  }));
}

async function describe({ name, sha256, source }: FileToSort): Promise<InstanceDescription | null> {
  if (await isVolumeFile(name, source)) {
    const volume = await readNifti(source);
    return volume.ok ? describeNifti(volume.header, { name, sha256 }) : null;
  }
  const header = await readDicomHeader(source);
  return header.ok ? header.description : null;
}
