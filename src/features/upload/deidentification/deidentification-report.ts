import {
  isOfBoxes,
  leavesAnonymous,
  type BoxesRefusal,
  type ConversionNeed,
  type DeidentifyRules,
  type Done,
  type ForConversion,
  type TakenField,
} from '#model/uploads/deidentified.ts';
import { isVideo } from '#model/pictures/video.ts';
import type { SeriesView, StudyView } from '#model/uploads/upload-view.ts';

/** What is done to a study that is de-identified, for the user who sends it. Only its selected series. */
export interface StudyReport {
  studyId: string;
  patientName: string;
  files: number;
  /** Series that are not de-identified yet. */
  open: number;
  /** Series of an archive that the server opened: it does the same there, but this device has no details. */
  onServer: number;
  /** NIfTI volumes, and what is removed from their headers. */
  volumes: number;
  taken: TakenField[];
  /** Redaction boxes, files that are black there, and series that the user confirmed to be without names. */
  blackedOut: { boxes: number; files: number; saidClean: number };
  /** Private elements that are kept for conversion, by their creator. */
  forConversion: ForConversion['kept'];
  groups: ReportGroup[];
  points: ReportPoint[];
}

export interface ReportGroup {
  done: Done;
  elements: number;
  attributes: { tag: number; name: string; elements: number }[];
}

/** Something that the user has to check, because no program can. */
export type ReportPoint =
  | { what: 'text-in-pictures'; series: SeriesView; isStated: boolean }
  /** A video stream, which is sent unchanged. */
  | { what: 'film'; series: SeriesView }
  | { what: 'reads-like-name'; series: SeriesView; tag: number; name: string; text: string }
  | { what: 'face'; series: SeriesView }
  /** Its volumes would be wrong. The data can be kept if that was not chosen yet. */
  | { what: 'wrong-volumes'; series: SeriesView; lost: ConversionNeed[]; canKeep: boolean }
  /** It is not sent because of its redaction boxes. */
  | { what: 'boxes-refused'; series: SeriesView; why: BoxesRefusal };

/** Removed first, kept last. */
const ORDER: readonly Done[] = ['removed', 'emptied', 'replaced', 'new-uid', 'shifted', 'cleaned', 'kept'];

export function deidentificationReport(studies: readonly StudyView[], rules: DeidentifyRules | null): StudyReport[] {
  return studies
    .filter(({ upload, series }) => upload !== false || series.some(({ refusal }) => isOfBoxes(refusal)))
    .filter(({ anonymize }) => leavesAnonymous(anonymize, rules))
    .map((study) => reportOfStudy(study, rules));
}

function reportOfStudy({ id, patientName, series }: StudyView, rules: DeidentifyRules | null): StudyReport {
  const selected = series.filter(({ upload }) => upload);
  const going = selected.filter(({ location }) => location === 'local');
  const made = going.flatMap(({ deidentified }) => (deidentified ? [deidentified] : []));
  return {
    studyId: id,
    patientName,
    files: made.reduce((sum, { files }) => sum + files, 0),
    open: going.length - made.length,
    onServer: selected.length - going.length,
    volumes: made.reduce((sum, { isVolume, files }) => sum + (isVolume ? files : 0), 0),
    taken: takenOf(made.flatMap(({ taken }) => taken ?? [])),
    blackedOut: {
      boxes: going.reduce((sum, { burnedIn }) => sum + (burnedIn?.boxes.length ?? 0), 0),
      files: made.reduce((sum, { pictures }) => sum + (pictures.blackedOut ?? 0), 0),
      saidClean: going.filter(({ burnedIn }) => burnedIn?.isClean).length,
    },
    forConversion: keptOf(made.flatMap(({ forConversion }) => forConversion?.kept ?? [])),
    groups: groupsOf(made.flatMap(({ done }) => done)),
    points: series.filter(({ upload, refusal }) => upload || isOfBoxes(refusal)).flatMap((one) => pointsOf(one, rules)),
  };
}

function groupsOf(all: readonly { done: Done; tag: number; name: string; elements: number }[]): ReportGroup[] {
  const byDone = Map.groupBy(all, ({ done }) => done);
  return ORDER.flatMap((done) => {
    const own = byDone.get(done);
    if (!own) return [];
    const attributes = [...Map.groupBy(own, ({ tag }) => tag).values()]
      .map((same) => ({ tag: same[0]!.tag, name: same[0]!.name, elements: sumOf(same) }))
      .sort((a, b) => a.tag - b.tag);
    return [{ done, elements: sumOf(own), attributes }];
  });
}

/** How many values are removed, replaced and so on in all studies. */
export function valuesByDone(reports: readonly StudyReport[]): Pick<ReportGroup, 'done' | 'elements'>[] {
  const byDone = Map.groupBy(
    reports.flatMap(({ groups }) => groups),
    ({ done }) => done,
  );
  return ORDER.flatMap((done) => {
    const same = byDone.get(done);
    return same ? [{ done, elements: sumOf(same) }] : [];
  });
}

function takenOf(all: readonly TakenField[]): TakenField[] {
  return [...Map.groupBy(all, ({ field }) => field).values()].map((same) => ({
    ...same[0]!,
    files: same.reduce((sum, { files }) => sum + files, 0),
  }));
}

function keptOf(all: ForConversion['kept']): ForConversion['kept'] {
  return [...Map.groupBy(all, ({ creator }) => creator)].map(([creator, same]) => ({ creator, elements: sumOf(same) }));
}

function sumOf(all: readonly { elements: number }[]): number {
  return all.reduce((sum, { elements }) => sum + elements, 0);
}

function pointsOf(series: SeriesView, rules: DeidentifyRules | null): ReportPoint[] {
  if (isOfBoxes(series.refusal)) return [{ what: 'boxes-refused', series, why: series.refusal }];
  if (!series.deidentified) return [];
  const { pictures, suspicious, done, forConversion } = series.deidentified;
  const lost = forConversion?.lost ?? [];
  const canKeep = rules?.settings.retain.conversion === false && !series.keepsForConversion;
  const nameOf = (tag: number): string => done.find((one) => one.tag === tag)?.name ?? '';
  return [
    ...(lost.length > 0 ? [{ what: 'wrong-volumes' as const, series, lost, canKeep }] : []),
    ...(pictures.stated + pictures.likely > 0 ? [{ what: 'text-in-pictures' as const, series, isStated: pictures.stated > 0 }] : []),
    ...(isVideo(series.facts.transferSyntaxUID) ? [{ what: 'film' as const, series }] : []),
    ...suspicious.map(({ tag, text }) => ({ what: 'reads-like-name' as const, series, tag, name: nameOf(tag), text })),
    ...(pictures.face > 0 ? [{ what: 'face' as const, series }] : []),
  ];
}

/** (0010,0020) */
export function tagText(tag: number): string {
  const digits = tag.toString(16).toUpperCase().padStart(8, '0');
  return `${digits.slice(0, 4)},${digits.slice(4)}`;
}
