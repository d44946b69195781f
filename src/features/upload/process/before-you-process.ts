import type { Acquisition, Pipeline } from '#contract/catalogues.ts';
import { missingOfPipeline } from '#model/studies/catalogues.ts';
import { isAcquisitionMissing } from '#model/studies/process-checks.ts';
import type { SeriesView, StudyView, UploadView } from '#model/uploads/upload-view.ts';
import { seriesName } from '#features/upload/texts.ts';

/** Something to resolve before Process, with its place. */
export type ProcessBlocker =
  | { what: 'nothing-selected' }
  | { what: 'opening' }
  | { what: 'missing-number'; seriesId: string; studyId: string; description: string }
  /** The first of several; their ids, to set NONE for all. */
  | { what: 'missing-acquisition'; seriesId: string; description: string; seriesIds: string[] }
  | { what: 'missing-for-pipeline'; studyId: string; patientName: string; place: number; codes: string[] }
  | { what: 'missing-bodypart'; studyId: string; patientName: string }
  /** De-identification: this device has no settings; it is not possible; it is not done yet. */
  | { what: 'rules-unknown'; studyId: string; patientName: string }
  | { what: 'cannot-deidentify' | 'not-deidentified'; seriesId: string; studyId: string; description: string };

/**
 * What has to be resolved before Process, in the order in which Process asks for it (UPL2-022, 045; CONV-002, 003). `bodyParts` are the
 * slugs of the team's categories; null if never read on this device, in which case a chosen body part cannot be checked.
 */
export function beforeYouProcess(
  view: UploadView,
  bodyParts: ReadonlySet<string> | null,
  { acquisitions, pipelines }: ChosenFrom = NEVER_READ,
): ProcessBlocker[] {
  // The content of the archive could not be selected yet.
  if (view.opening !== null) return [{ what: 'opening' }];
  const withSelection = view.studies.filter((study) => study.upload !== false);
  if (withSelection.length === 0) return [{ what: 'nothing-selected' }];
  const unnumbered = withSelection.flatMap((study) => study.series.filter(isNumberMissing));
  return [
    ...unnumbered.map(({ id, studyId, facts }) => ({
      what: 'missing-number' as const,
      seriesId: id,
      studyId,
      description: facts.seriesDescription,
    })),
    ...withoutAcquisition(withSelection, acquisitions),
    ...view.studies.flatMap((study, index): ProcessBlocker[] => {
      const codes = study.upload === false ? [] : missingOfPipeline(study, pipelines);
      const { id: studyId, patientName } = study;
      return codes.length === 0 ? [] : [{ what: 'missing-for-pipeline', studyId, patientName, place: index + 1, codes }];
    }),
    ...withSelection
      .filter((study) => isBodyPartMissing(study, bodyParts))
      .map(({ id, patientName }) => ({ what: 'missing-bodypart' as const, studyId: id, patientName })),
  ];
}

interface ChosenFrom {
  acquisitions: readonly Acquisition[] | null;
  pipelines: readonly Pipeline[] | null;
}

const NEVER_READ: ChosenFrom = { acquisitions: null, pipelines: null };

function withoutAcquisition(studies: readonly StudyView[], acquisitions: readonly Acquisition[] | null): ProcessBlocker[] {
  const open = studies.flatMap((study) => study.series.filter((series) => isAcquisitionMissing(series, acquisitions)));
  const [first] = open;
  if (first === undefined) return [];
  const description = seriesName(first);
  return [{ what: 'missing-acquisition', seriesId: first.id, description, seriesIds: open.map(({ id }) => id) }];
}

/** given (UPL2-022): a selected series needs its number. */
export function isNumberMissing(series: Pick<SeriesView, 'upload' | 'number'>): boolean {
  return series.upload && series.number === null;
}

/** A study with selected series needs a body part that the team knows. */
export function isBodyPartMissing(study: Pick<StudyView, 'upload' | 'bodyPart'>, bodyParts: ReadonlySet<string> | null): boolean {
  if (study.upload === false) return false;
  return study.bodyPart === null || (bodyParts !== null && !bodyParts.has(study.bodyPart));
}
