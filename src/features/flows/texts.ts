import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { parseWireDate } from '#contract/dates.ts';
import type { ListedFlow } from '#contract/flows.ts';
import type { StepType } from '#contract/pipelines.ts';
import { t } from '#language/t.ts';
import { reasonText, STEP_NAMES } from '#model/pipelines/step-words.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { formatCount, formatMoment, formatDuration } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the pages of flows. */
export const TEXTS = {
  /** given (SIDE-31). */
  flows: t('Flows'),
  flow: t('Flow'),
  columns: { study: t('Study and why it waits'), steps: t('Steps'), waits: t('Since') },
  all: t('All'),
  nothingFound: t('No flow in this state'),
  empty: t('No flows yet'),
  emptyWhy: t('A flow is one run of a pipeline over one study. It starts with a study that the pipeline suits, or by hand.'),
  failed: t('The flows could not be loaded'),
  oneFailed: t('The flow could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  notFound: t('Flow not found'),
  notFoundWhy: t('Its study may have been deleted.'),
  noName: t('No patient name'),
  state: t('State'),
  pipelines: t('Pipelines'),
  retry: t('Retry'),
  skip: t('Skip…'),
  skipTitle: t('Skip this step?'),
  skipWhy: t('Why is it skipped?'),
  skipNeeded: t('Say why.'),
  skipAct: t('Skip'),
  keep: t('Keep'),
  cancel: t('Cancel flow'),
  cancelTitle: t('Cancel flow?'),
  cancelWhy: t('What it has done stays. A task that it asked for stays open.'),
  keepFlow: t('Keep running'),
  openStudy: t('Study'),
  openTask: t('My work'),
  openInfer: t('Inference'),
  openCase: t('Open in the annotator'),
  once: t('A retry repeats no step before it: each effect happens once.'),
  clear: t('All pipelines'),
  none: '–',
} as const;

export const patientText = ({ patientName }: ListedFlow['study']): string => patientNameToText(patientName) || TEXTS.noName;
export const pipelineText = ({ name, version }: ListedFlow['pipeline']): string => t('{name} version {version}', { name, version });
export const flowTitle = (id: number): string => t('Flow {id}', { id: formatCount(id) });
export const stepName = (type: string): string => STEP_NAMES[type as StepType] ?? type;

/** `Step 3: no series could be converted`. */
export function whyText({ position, steps, reason, state }: Pick<ListedFlow, 'position' | 'steps' | 'reason' | 'state'>): string {
  const step = steps[position];
  if (state === 'done' || step === undefined) return t('{count, plural, one {# step} other {# steps}}', { count: steps.length });
  return t('Step {number}: {text}', { number: position + 1, text: reason === null ? stepName(step.type) : reasonText(reason) });
}

export const marksText = ({ steps }: Pick<ListedFlow, 'steps'>): string =>
  t('{done} of {count, plural, one {# step} other {# steps}}', {
    done: formatCount(steps.filter(({ state }) => state === 'done' || state === 'skipped').length),
    count: steps.length,
  });
export const startedText = (by: string | null, at: string): string =>
  by === null ? t('Started when the study arrived, {at}', { at: whenText(at) }) : t('Started by {by}, {at}', { by, at: whenText(at) });
export const retryText = (count: number): string => t('Retry {count, plural, one {# failed flow} other {# failed flows}}', { count });
export const retriedText = (count: number): string => t('Retried {count, plural, one {# flow} other {# flows}}', { count });
export const retryFromText = (at: number): string => t('Retry from step {number}', { number: at + 1 });
export const triesText = (tries: number): string => (tries < 2 ? '' : t('tried {tries} times', { tries: formatCount(tries) }));
export const sinceText = (at: string, now: number): string => {
  const date = parseWireDate(at);
  return date === null ? TEXTS.none : formatDuration(Math.max(0, (now - date.getTime()) / 1_000));
};
export const whenText = (at: string): string => formatMoment(parseWireDate(at), TEXTS.none);
export const failureText = (failure: ApiFailure): string => changeFailureText(failure, { not_found: DELETED_MEANWHILE });
