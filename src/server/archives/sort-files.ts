import { isVolumeFile } from '#imaging/is-volume-file.ts';
import { readDicomHeader } from '#imaging/dicom/read-header.ts';
import { describeNifti } from '#imaging/nifti/describe-nifti.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { mergeStudy, studyKey } from '#model/arrange.ts';
import type { InstanceDescription } from '#model/instance.ts';
import { mergeInstance, seriesKey, sliceOrder } from '#model/series.ts';
import type { SeriesFacts, StudyFacts } from '#model/study.ts';
import type { FileToSort } from './archive-unpacker.ts';

/** Files by study and series, as a device arranges them; files are named by their place in what was given. */
export interface SortedBatch {
  studies: SortedStudy[];
  /** No image that can be read. */
  unread: number[];
}

export interface SortedStudy {
  facts: StudyFacts;
  series: SortedSeries[];
}

export interface SortedSeries {
  facts: SeriesFacts;
  /** In the order of slices. */
  files: number[];
}

/** Of each file only its header is read, and of a header only what sorts it is kept: a study of any length fits. */
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
