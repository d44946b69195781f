import type { SeriesRegistration, StudyRegistration } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import type { SeriesAcquisition } from './acquisition.ts';
import { studyModality } from './modality.ts';
import type { SeriesFacts, StudyFacts } from './study.ts';
import type { StudyName } from './study-name.ts';

/**
 * The longest that the server takes (contract/entities.ts), in UTF-16 units. A header may say anything: one text that is refused would hold up
 * everything else of its upload, so a longer one is cut here. The file itself goes as it is.
 */
const LONGEST = { name: 1024, description: 1024, modality: 16, sex: 16, moment: 32 } as const;

/** A UID has 64 characters at most (PS3.5 9.1). A part of a longer one would be the UID of something else: then there is none. */
export const uidOrNone = (uid: string): string => (uid.length <= 64 ? uid : '');

/** Beyond it a number is not sent as it was read. */
const count = (number: number): number => Math.min(number, Number.MAX_SAFE_INTEGER);

interface SeriesToRegister {
  id: string;
  idx: number;
  /** Where it is not that of the header. */
  number?: number | null;
  /** The series of its study that the others are compared with (UPL2-066). */
  isReference?: boolean;
  acquisition?: SeriesAcquisition | null;
  /** Its place among the series of one acquisition, from 1. */
  sort?: number;
  /** The project that its study goes into for its sake. */
  project?: number | null;
  files: { count: number; bytes: number; names: readonly string[] };
}

/** What the server is told of a series before its first byte (CALL-051): at most ten of its file names (CHUNK-019). */
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
  };
}

/** The study with the series that go, in their order. The name is the one that people see; the files keep theirs (UPL2-055). */
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
 * Half of what the server takes in one registration (LIMITS.jsonBodyBytes) for the texts that headers and folders may make long: a study of a thousand
 * series whose files are named after their UIDs would come to more. The other half holds everything else of a thousand series.
 */
const TEXT_BYTES = LIMITS.jsonBodyBytes / 2;

/** The description first, cut if need be; of the names, which only help a person to know the files again, as many as fit behind it. */
function withShortTexts(registration: SeriesRegistration, mostBytes: number): SeriesRegistration {
  const { seriesDescription, files } = registration;
  const descriptionBytes = bytesOf(seriesDescription);
  const kept = Math.floor(seriesDescription.length * Math.min(1, mostBytes / descriptionBytes));
  let left = mostBytes - descriptionBytes;
  const fitting = files.filter((name) => (left -= bytesOf(name)) >= 0);
  return { ...registration, seriesDescription: seriesDescription.slice(0, kept), files: fitting };
}

const encoder = new TextEncoder();

/** As it travels, with its quotes and a comma. */
function bytesOf(text: string): number {
  return encoder.encode(JSON.stringify(text)).length + 1;
}
