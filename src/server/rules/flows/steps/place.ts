import { changeDatasetStudies } from '#server/rules/datasets/change-dataset.ts';
import { changeProjectStudies } from '#server/rules/projects/change-project.ts';
import { attachLabel } from '#server/rules/studies/study-labels.ts';
import { because, type StepOutcome, type StepRun } from './step-run.ts';

/** Steps that put the study somewhere. Doing it again has no effect. */

const DONE: StepOutcome = { is: 'done' };
const NOT_ALLOWED: StepOutcome = { is: 'failed', reason: because('refused', 'not_allowed') };

export const addLabel: StepRun<'label'> = async ({ context, author, study, step }) => {
  if (!author.permissions.has('r:studies')) return NOT_ALLOWED;
  await attachLabel(context, author, study.uuid, step.label);
  return DONE;
};

export const addToProject: StepRun<'project'> = async ({ context, author, study, step }) => {
  if (!author.permissions.has('r:projects')) return NOT_ALLOWED;
  await changeProjectStudies(context, author, step.project, { add: [study.uuid], remove: [] });
  return DONE;
};

export const addToDataset: StepRun<'dataset'> = async ({ context, author, study, step }) => {
  if (!author.permissions.has('r:datasets')) return NOT_ALLOWED;
  await changeDatasetStudies(context, author, step.dataset, { add: [study.uuid], remove: [] });
  return DONE;
};
