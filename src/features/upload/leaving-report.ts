import {
  isOfBoxes,
  leavesAnonymous,
  type BoxesRefusal,
  type ConversionNeed,
  type DeidentifyRules,
  type Done,
  type ForConversion,
  type TakenField,
} from '#model/deidentified.ts';
import { isVideo } from '#model/video.ts';
import type { SeriesView, StudyView } from '#model/upload-view.ts';

/** What is done to a study that leaves without patient data, for the person who sends it. Of its selected series alone. */
export interface StudyReport {
  studyId: string;
  patientName: string;
  files: number;
  /** Series that are not made yet. */
  open: number;
  /** Series of an archive that the server opened: it does the same there, and nothing can be told of it here. */
  onServer: number;
  /** Volumes of NIfTI, and what is taken out of their headers. */
  volumes: number;
  taken: TakenField[];
  /** Boxes that a person drew over text in pictures, files that are black there, and series of which they said that no name is left. */
  blackedOut: { boxes: number; files: number; saidClean: number };
  /** Elements of makers that stay for converters, by who wrote them. */
  forConversion: ForConversion['kept'];
  groups: ReportGroup[];
  points: ReportPoint[];
}

export interface ReportGroup {
  done: Done;
  elements: number;
  attributes: { tag: number; name: string; elements: number }[];
}

/** Something that a person should look at: no program knows. */
export type ReportPoint =
  | { what: 'text-in-pictures'; series: SeriesView; isStated: boolean }
  /** A stream, which leaves as it is. */
  | { what: 'film'; series: SeriesView }
  | { what: 'reads-like-name'; series: SeriesView; tag: number; name: string; text: string }
  | { what: 'face'; series: SeriesView }
  /** Volumes of it would be wrong. It can be kept where nobody has kept it yet. */
  | { what: 'wrong-volumes'; series: SeriesView; lost: ConversionNeed[]; canKeep: boolean }
  /** It stays here for the boxes that were drawn. */
  | { what: 'boxes-refused'; series: SeriesView; why: BoxesRefusal };

/** What was taken away comes first, what stays last. */
const ORDER: readonly Done[] = ['removed', 'emptied', 'replaced', 'new-uid', 'shifted', 'cleaned', 'kept'];

export function leavingReport(studies: readonly StudyView[], rules: DeidentifyRules | null): StudyReport[] {
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
