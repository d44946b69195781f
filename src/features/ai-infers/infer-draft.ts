import { LIMITS } from '#contract/limits.ts';
import { TEXTS } from './texts.ts';

export interface ChosenStudy {
  uuid: string;
  patientName: string;
  modality: string;
}

/** What the form holds. `model`: id of a model of the team, or the name of one that workers bring. */
export interface InferDraft {
  model: string | null;
  studies: readonly ChosenStudy[];
  title: string;
}

export type DraftFaults = Partial<Record<'model' | 'studies' | 'title', string>>;

/** Studies that are there already stay where they are. */
export const withStudies = (studies: readonly ChosenStudy[], added: readonly ChosenStudy[]): ChosenStudy[] => [
  ...studies,
  ...added.filter(({ uuid }) => studies.every((study) => study.uuid !== uuid)),
];

export const isOfTeam = (model: string): boolean => /^\d+$/.test(model);

export function faultsOf({ model, studies, title }: InferDraft): DraftFaults {
  return {
    ...(model === null && { model: TEXTS.modelNeeded }),
    ...(model !== null && !isOfTeam(model) && studies.length > 1 && { model: TEXTS.onlyOne }),
    ...(studies.length === 0 && { studies: TEXTS.studiesNeeded }),
    ...(studies.length > LIMITS.studiesPerBatch && { studies: TEXTS.tooManyStudies }),
    ...(studies.length > 1 && title.trim() === '' && { title: TEXTS.titleNeeded }),
  };
}
