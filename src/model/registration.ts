import type { SeriesRegistration, StudyRegistration } from '#contract/entities.ts';
import { LIMITS } from '#contract/limits.ts';
import { studyModality } from './modality.ts';
import type { SeriesFacts, StudyFacts } from './study.ts';

/** What the server is told of a series before its first byte (CALL-051): at most ten of its file names (CHUNK-019). */
export function seriesToRegistration(
  facts: SeriesFacts,
  { id, idx, files }: { id: string; idx: number; files: { count: number; bytes: number; names: readonly string[] } },
): SeriesRegistration {
  return {
    id,
    idx,
    seriesInstanceUid: facts.seriesInstanceUid,
    seriesNumber: facts.seriesNumber ?? '',
    seriesDescription: facts.seriesDescription,
    modalityCode: facts.modalityCode,
    cnt: facts.cnt,
    numberOfFrames: facts.numberOfFrames,
    rows: facts.rows,
    columns: facts.columns,
    sliceThickness: facts.sliceThickness,
    file_count: files.count,
    totalFileSize: files.bytes,
    files: files.names.slice(0, LIMITS.seriesFileNames),
    type: 'dcm',
  };
}

/** The study with the series that go, in their order. Names go as they are: files are not de-identified here yet. */
export function studyToRegistration(
  id: string,
  { patientName, patientSex, studyDate, studyTime }: StudyFacts,
  series: readonly { facts: SeriesFacts; registration: SeriesRegistration }[],
): StudyRegistration {
  return {
    id,
    patientName,
    originalPatientName: patientName,
    patientSex,
    studyDate,
    studyTime,
    dirty: false,
    modality: studyModality(series.map(({ facts }) => facts)),
    series: series.map(({ registration }) => registration),
  };
}
