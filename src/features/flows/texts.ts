import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { ListedFlow } from '#contract/flows.ts';
import type { StepType } from '#contract/pipelines.ts';
import { reasonText, STEP_NAMES } from '#model/pipelines/step-words.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatCount, formatCountOf, formatMoment, formatDuration } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the pages of flows. */
export const TEXTS = {
  /** given (SIDE-31). */
  flows: 'Flows',
  flow: 'Flow',
  columns: { study: 'Study and why it waits', steps: 'Steps', waits: 'Since' },
  all: 'All',
  nothingFound: 'No flow in this state',
  empty: 'No flows yet',
  emptyWhy: 'A flow is one run of a pipeline over one study. It starts with a study that the pipeline suits, or by hand.',
  failed: 'The flows could not be loaded',
  oneFailed: 'The flow could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  notFound: 'Flow not found',
  notFoundWhy: 'Its study may have been deleted.',
  noName: 'No patient name',
  state: 'State',
  pipelines: 'Pipelines',
  retry: 'Retry',
  skip: 'Skip…',
  skipTitle: 'Skip this step?',
  skipWhy: 'Why is it skipped?',
  skipNeeded: 'Say why.',
  skipAct: 'Skip',
  keep: 'Keep',
  cancel: 'Cancel flow',
  cancelWhy: 'What it has done stays. A task that it asked for stays open.',
  keepFlow: 'Keep running',
  openStudy: 'Study',
  openTask: 'My work',
  openInfer: 'Inference',
  openCase: 'Open in the annotator',
  once: 'A retry repeats no step before it: each effect happens once.',
  clear: 'All pipelines',
  none: '–',
} as const;

export const patientText = ({ patientName }: ListedFlow['study']): string => patientNameToText(patientName) || TEXTS.noName;
export const pipelineText = ({ name, version }: ListedFlow['pipeline']): string => `${name} version ${version}`;
export const flowTitle = (id: number): string => `${TEXTS.flow} ${formatCount(id)}`;
export const stepName = (type: string): string => STEP_NAMES[type as StepType] ?? type;

/** `Step 3: no series could be converted`. */
export function whyText({ position, steps, reason, state }: Pick<ListedFlow, 'position' | 'steps' | 'reason' | 'state'>): string {
  const step = steps[position];
  if (state === 'done' || step === undefined) return formatCountOf(steps.length, 'step', 'steps');
  return `Step ${position + 1}: ${reason === null ? stepName(step.type) : reasonText(reason)}`;
}

export const marksText = ({ steps }: Pick<ListedFlow, 'steps'>): string =>
  `${formatCount(steps.filter(({ state }) => state === 'done' || state === 'skipped').length)} of ${formatCountOf(steps.length, 'step', 'steps')}`;
export const startedText = (by: string | null, at: string): string =>
  by === null ? `Started when the study arrived, ${whenText(at)}` : `Started by ${by}, ${whenText(at)}`;
export const retryText = (count: number): string => `Retry ${formatCountOf(count, 'failed flow', 'failed flows')}`;
export const retriedText = (count: number): string => `Retried ${formatCountOf(count, 'flow', 'flows')}`;
export const retryFromText = (at: number): string => `Retry from step ${at + 1}`;
export const triesText = (tries: number): string => (tries < 2 ? '' : `tried ${formatCount(tries)} times`);
export const sinceText = (at: string, now: number): string => {
  const date = parseWireDate(at);
  return date === null ? TEXTS.none : formatDuration(Math.max(0, (now - date.getTime()) / 1_000));
};
export const whenText = (at: string): string => formatMoment(parseWireDate(at), TEXTS.none);
export const failureText = (failure: ApiFailure): string => changeFailureText(failure, { not_found: DELETED_MEANWHILE });
