import type { StepType } from '#contract/pipelines.ts';
import type { WrittenMaskReader } from '#server/label-maps/written-mask.ts';
import { askPerson } from './ask.ts';
import { waitForAcquisitions, waitForConversion } from './arrival.ts';
import { waitForCheck } from './check.ts';
import { runModel } from './infer.ts';
import { notifyPeople } from './notify.ts';
import { addLabel, addToDataset, addToProject } from './place.ts';
import { registerSeries } from './register.ts';
import { makeSegmentation } from './segment.ts';
import type { StepOn, StepOutcome, StepRun } from './step-run.ts';

const runsWith = (reader: WrittenMaskReader): { [T in StepType]: StepRun<T> } => ({
  wait: waitForAcquisitions,
  convert: waitForConversion,
  check: waitForCheck,
  register: registerSeries,
  infer: runModel,
  segment: makeSegmentation(reader),
  ask: askPerson,
  label: addLabel,
  project: addToProject,
  dataset: addToDataset,
  notify: notifyPeople,
});

/** `reader`: compares label maps with masks. */
export function createStepRunner(reader: WrittenMaskReader): (on: StepOn) => Promise<StepOutcome> {
  const runs = runsWith(reader);
  return (on) => (runs[on.step.type] as StepRun<StepType>)(on);
}
