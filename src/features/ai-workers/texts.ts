import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AiWorker, WorkerKey, WorkerOverview } from '#contract/ai/workers.ts';
import { parseWireDate } from '#contract/dates.ts';
import { inContext, t } from '#language/t.ts';
import { formatBytes, formatCount, formatDateTime, formatDecimal, formatMoment, formatDuration, formatTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the pages of AI workers and of their configuration. */
export const TEXTS = {
  administration: t('Administration'),
  workers: t('AI workers'),
  newKey: t('New worker key…'),
  failed: t('The workers could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  needsServer: t('The server cannot be reached'),
  notFound: t('No workers'),
  notFoundWhy: t('They cannot be shown here.'),
  jobsWaiting: t('Jobs waiting'),
  jobsRunning: t('Jobs running'),
  done24h: t('Done in 24 h'),
  noneCanTake: t('No worker can take'),
  columns: { worker: t('Worker'), state: t('State'), job: t('Job'), seen: t('Last seen'), serves: t('Engines and models'), done: '24 h' },
  noWorkers: t('No workers yet'),
  noWorkersWhy: t('Trees train on the server itself. Networks need a worker: make a key, then start one with the command below.'),
  builtIn: inContext('worker', 'built in'),
  noJob: t('nothing'),
  elsewhere: t('a job of another team'),
  drain: t('Drain, ends what runs'),
  takeAgain: t('Take jobs again'),
  revokeKey: t('Revoke key…'),
  revoke: t('Revoke key'),
  keep: t('Keep'),
  revokeWhy: t('Its workers lose their jobs immediately; the jobs go back to the queue. This cannot be undone.'),
  keys: inContext('secrets', 'Keys'),
  noKeys: t('There is no key yet.'),
  allEngines: t('all engines and models'),
  startWorker: t('Start a worker'),
  startNote: t('Linux, Python 3.10 or later with PyTorch'),
  copyCommand: t('Copy the command'),
  /** A new key. */
  keyTitle: t('New worker key'),
  keyName: t('Name'),
  keyNameNote: t('For example the machine that it is for.'),
  nameNeeded: t('Give the key a name'),
  engines: t('Engines and models'),
  enginesNote: t('Separated by commas, for example unet, onnx, total. Empty: all.'),
  enginesWrong: t('Lower-case letters, digits, points and hyphens, at most 32 names'),
  createKey: t('Create key'),
  cancel: t('Cancel'),
  secretTitle: t('The key is shown only now'),
  secretNote: t('Store it in worker.key on the machine of the worker. Whoever has it gets images of the team.'),
  copyKey: t('Copy the key'),
  saveKey: t('Save worker.key'),
  finish: t('Done'),
  secret: t('Key'),
  /** The configuration. */
  configuration: t('AI model configuration'),
  configurationNote: t(
    'After the conversion of a series, the promoted version of each model whose rule suits it runs by itself. Its result is a proposal.',
  ),
  configurationFailed: t('The configuration could not be loaded'),
  noRules: t('No rules yet'),
  noRulesWhy: t('Without a rule, no model runs by itself.'),
  addRule: t('Add rule'),
  modality: t('Modality'),
  modalityWrong: t('Capital letters and digits, such as MR'),
  bodyPart: t('Body part'),
  bodyPartNote: t('Part of the text; empty: any'),
  acquisition: t('Acquisition'),
  anyAcquisition: t('any'),
  model: t('Model'),
  modelNeeded: t('Choose a model'),
  modelsFailed: t('The models could not be loaded'),
  ofTeam: t('Of the team'),
  ofWorkers: t('Brought by workers'),
  on: t('On'),
  save: t('Save'),
  discard: t('Discard changes'),
  saved: t('Configuration saved'),
  changedByOther: t('Somebody else has changed the configuration. Discard your changes to see it, then make them again.'),
} as const;

export const seenText = (workers: number, seen: number): string =>
  t('{seen} of {workers} seen', { seen: formatCount(seen), workers: formatCount(workers) });
export function statesText(workers: readonly AiWorker[]): string {
  return (['working', 'idle', 'draining', 'lost'] as const)
    .flatMap((state) => {
      const count = workers.filter((worker) => worker.state === state).length;
      return count > 0 ? [COUNTED_STATES[state](count)] : [];
    })
    .join(', ');
}
const COUNTED_STATES: Record<'working' | 'idle' | 'draining' | 'lost', (count: number) => string> = {
  working: (count) => t('{count, plural, one {# working} other {# working}}', { count }),
  idle: (count) => t('{count, plural, one {# idle} other {# idle}}', { count }),
  draining: (count) => t('{count, plural, one {# draining} other {# draining}}', { count }),
  lost: (count) => t('{count, plural, one {# lost} other {# lost}}', { count }),
};
export const oldestText = (oldest: string | null, now: number): string => {
  const date = oldest === null ? null : parseWireDate(oldest);
  return date === null ? '' : t('oldest {age}', { age: formatDuration((now - date.getTime()) / 1_000) });
};
export const firstTryText = ({ done_24h: done, first_try_24h: first }: Pick<WorkerOverview, 'done_24h' | 'first_try_24h'>): string =>
  done === 0 ? '' : t('{share} % at the first try', { share: formatDecimal((100 * first) / done, 1) });

type Stuck = WorkerOverview['stuck'];

export const stuckTitle = (stuck: Stuck): string => {
  const count = stuck.reduce((sum, each) => sum + each.count, 0);
  return t('{count, plural, one {# job waits} other {# jobs wait}} that no worker can take', { count });
};
/** What they need, and when the first one ends. */
export function stuckText(stuck: Stuck): string {
  const needs = stuck.map(({ needs: engine, count }) => t('{count, plural, one {# needs} other {# need}} {engine}', { count, engine }));
  const [first] = stuck.map(({ ends }) => ends).toSorted();
  return t('{needs}. The first ends on {date} if no worker comes.', { needs: needs.join(', '), date: whenText(first ?? '') });
}

/** Short, below a figure. */
export const firstEndsText = (ends: string): string => t('first ends {date}', { date: whenText(ends) });

export const deviceText = ({ built_in: builtIn, device, memory_mb: mb }: AiWorker): string =>
  [builtIn && TEXTS.builtIn, device, mb > 0 && formatBytes(mb * 1e6)].filter(Boolean).join(', ');
export const agoText = (at: string, now: number): string => {
  const date = parseWireDate(at);
  if (date === null) return '';
  const seconds = Math.max(0, Math.round((now - date.getTime()) / 1_000));
  if (seconds > 86_400) return formatDateTime(date, { seconds: false });
  if (seconds > 3_600) return formatTime(date);
  return seconds < 2 ? t('now') : t('{time} ago', { time: formatDuration(seconds) });
};
export const whenText = (at: string): string => formatMoment(parseWireDate(at));
export const actionsText = (name: string): string => t('Actions of {name}', { name });
export const revokeTitle = (name: string): string => t('Revoke the key “{name}”?', { name });
export const enginesText = (engines: readonly string[]): string => (engines.length === 0 ? TEXTS.allEngines : engines.join(', '));
export const revokeText = (name: string): string => t('Revoke key {name}', { name });
export const keyNoteText = ({ created_by: name, created_at: at }: WorkerKey): string =>
  name === null ? t('made {date}', { date: whenText(at) }) : t('made {date} by {name}', { date: whenText(at), name });
export const modelIdText = (id: number): string => t('Model {id}', { id });
export const ruleText = (at: number): string => t('Rule {number}', { number: at });
export const removeRuleText = (at: number): string => t('Remove rule {number}', { number: at });

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    rules_changed: TEXTS.changedByOther,
    too_large:
      failure.kind === 'refused' && failure.limit
        ? t('A team can have at most {max} keys. Revoke one first.', { max: formatCount(failure.limit.max) })
        : undefined,
  });
