import type { SeriesRegistration, StudyRegistration } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import type { SeriesAcquisition } from '#model/studies/acquisition.ts';
import { suvOf } from '#model/suv/suv.ts';
import { studyModality } from '#model/studies/modality.ts';
import type { SeriesFacts, StudyFacts } from '#model/studies/study.ts';
import type { StudyName } from '#model/studies/study-name.ts';

/**
 * The longest texts that the server accepts (contract/entities.ts), in UTF-16 units. Headers can contain anything, and one refused text would block
 * the whole upload, so longer texts are cut here. The file itself is sent unchanged.
 */
const LONGEST = { name: 1024, description: 1024, modality: 16, sex: 16, moment: 32 } as const;

/** A UID has at most 64 characters (PS3.5 9.1). Cutting a longer one could give the UID of something else, so it is omitted. */
export const uidOrNone = (uid: string): string => (uid.length <= 64 ? uid : '');

/** Larger numbers cannot be sent exactly. */
const count = (number: number): number => Math.min(number, Number.MAX_SAFE_INTEGER);

interface SeriesToRegister {
  id: string;
  idx: number;
  /** If it differs from that of the header. */
  number?: number | null;
  /** The series of its study that the others are compared with (UPL2-066). */
  isReference?: boolean;
  acquisition?: SeriesAcquisition | null;
  /** Position among the series of one acquisition, from 1. */
  sort?: number;
  /** The project to which its study is added for this series. */
  project?: number | null;
  /** `grid`: its name; null or absent if it is not known. */
  files: { count: number; bytes: number; names: readonly string[]; grid?: string | null };
}

/** What the server is told about a series before its first byte (CALL-051): at most ten of its file names (CHUNK-019). */
export function seriesToRegistration(
  facts: SeriesFacts,
  { id, idx, number = facts.seriesNumber, isReference = false, acquisition = null, sort = 1, project = null, files }: SeriesToRegister,
): SeriesRegistration {
  return {
    id,
    idx,
    seriesInstanceUid: uidOrNone(facts.seriesInstanceUid),
    seriesNumber: number ?? '',
    seriesDescription: facts.seriesDescription.slice(0, LONGEST.description),
    modalityCode: facts.modalityCode.slice(0, LONGEST.modality),
    cnt: facts.cnt,
    numberOfFrames: count(facts.numberOfFrames),
    rows: count(facts.rows),
    columns: count(facts.columns),
    sliceThickness: facts.sliceThickness,
    file_count: files.count,
    totalFileSize: files.bytes,
    files: files.names.slice(0, LIMITS.seriesFileNames),
    type: facts.type ?? 'dcm',
    ref_serie: isReference,
    ...(acquisition !== null && { acquisition_code: acquisition.code, score: acquisition.score, sort }),
    projectIds: project === null ? [] : [project],
    ...(files.grid && { grid: files.grid }),
    ...(facts.pet && { suv: suvOf(facts.pet) }),
  };
}

/** The study with the series to be sent, in order. The name is the one shown to users; the files keep theirs (UPL2-055). */
export function studyToRegistration(
  { id, pipeline }: { id: string; pipeline: string | null },
  { patientSex, studyDate, studyTime }: StudyFacts,
  { patientName, originalPatientName, dirty }: StudyName,
  series: readonly { facts: SeriesFacts; registration: SeriesRegistration }[],
): StudyRegistration {
  return {
    id,
    patientName: patientName.slice(0, LONGEST.name),
    originalPatientName: originalPatientName.slice(0, LONGEST.name),
    patientSex: patientSex.slice(0, LONGEST.sex),
    studyDate: studyDate.slice(0, LONGEST.moment),
    studyTime: studyTime.slice(0, LONGEST.moment),
    dirty,
    pipelineCode: pipeline,
    modality: studyModality(series.map(({ facts }) => facts)),
    series: series.map(({ registration }) => withShortTexts(registration, TEXT_BYTES / series.length)),
  };
}

/**
 * Half of the server's limit for one registration (LIMITS.jsonBodyBytes), for the texts that headers and folders can make long: a study of a
 * thousand series with files named after their UIDs would exceed it. The other half is enough for all other fields of a thousand series.
 */
const TEXT_BYTES = LIMITS.jsonBodyBytes / 2;

/** The description first, cut if necessary, then as many file names as fit: they only help the user to recognise the files. */
function withShortTexts(registration: SeriesRegistration, mostBytes: number): SeriesRegistration {
  const { seriesDescription, files } = registration;
  const descriptionBytes = bytesOf(seriesDescription);
  const kept = Math.floor(seriesDescription.length * Math.min(1, mostBytes / descriptionBytes));
  let left = mostBytes - descriptionBytes;
  const fitting = files.filter((name) => (left -= bytesOf(name)) >= 0);
  return { ...registration, seriesDescription: seriesDescription.slice(0, kept), files: fitting };
}

const encoder = new TextEncoder();

/** Size in the request, with its quotes and a comma. */
function bytesOf(text: string): number {
  return encoder.encode(JSON.stringify(text)).length + 1;
}
