import { changeFailureText, DELETED_MEANWHILE } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import type { AiWorker, WorkerKey, WorkerOverview } from '#contract/ai/workers.ts';
import { parseWireDate } from '#contract/dates.ts';
import { formatBytes, formatCount, formatCountOf, formatDateTime, formatMoment, formatDuration, formatTime } from '#ui/format.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of the pages of AI workers and of their configuration. */
export const TEXTS = {
  administration: 'Administration',
  workers: 'AI workers',
  newKey: 'New worker key…',
  failed: 'The workers could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  needsServer: 'The server cannot be reached',
  notFound: 'No workers',
  notFoundWhy: 'They cannot be shown here.',
  jobsWaiting: 'Jobs waiting',
  jobsRunning: 'Jobs running',
  done24h: 'Done in 24 h',
  noneCanTake: 'No worker can take',
  columns: { worker: 'Worker', state: 'State', job: 'Job', seen: 'Last seen', serves: 'Engines and models', done: '24 h' },
  noWorkers: 'No workers yet',
  noWorkersWhy: 'Trees train on the server itself. Networks need a worker: make a key, then start one with the command below.',
  builtIn: 'built in',
  noJob: 'nothing',
  elsewhere: 'a job of another team',
  drain: 'Drain',
  drainNote: 'ends what runs',
  takeAgain: 'Take jobs again',
  revokeKey: 'Revoke key…',
  revoke: 'Revoke key',
  keep: 'Keep',
  revokeWhy: 'Its workers lose their jobs immediately; the jobs go back to the queue. This cannot be undone.',
  keys: 'Keys',
  noKeys: 'There is no key yet.',
  allEngines: 'all engines and models',
  startWorker: 'Start a worker',
  startNote: 'Linux, Python 3.10 or later with PyTorch',
  copyCommand: 'Copy the command',
  /** A new key. */
  keyTitle: 'New worker key',
  keyName: 'Name',
  keyNameNote: 'For example the machine that it is for.',
  nameNeeded: 'Give the key a name',
  engines: 'Engines and models',
  enginesNote: 'Separated by commas, for example unet, onnx, total. Empty: all.',
  enginesWrong: 'Lower-case letters, digits, points and hyphens, at most 32 names',
  createKey: 'Create key',
  cancel: 'Cancel',
  secretTitle: 'The key is shown only now',
  secretNote: 'Store it in worker.key on the machine of the worker. Whoever has it gets images of the team.',
  copyKey: 'Copy the key',
  saveKey: 'Save worker.key',
  finish: 'Done',
  secret: 'Key',
  /** The configuration. */
  configuration: 'AI model configuration',
  configurationNote:
    'After the conversion of a series, the promoted version of each model whose rule suits it runs by itself. Its result is a proposal.',
  configurationFailed: 'The configuration could not be loaded',
  noRules: 'No rules yet',
  noRulesWhy: 'Without a rule, no model runs by itself.',
  addRule: 'Add rule',
  modality: 'Modality',
  modalityWrong: 'Capital letters and digits, such as MR',
  bodyPart: 'Body part',
  bodyPartNote: 'Part of the text; empty: any',
  acquisition: 'Acquisition',
  anyAcquisition: 'any',
  model: 'Model',
  modelNeeded: 'Choose a model',
  modelsFailed: 'The models could not be loaded',
  ofTeam: 'Of the team',
  ofWorkers: 'Brought by workers',
  on: 'On',
  save: 'Save',
  discard: 'Discard changes',
  saved: 'Configuration saved',
  changedByOther: 'Somebody else has changed the configuration. Discard your changes to see it, then make them again.',
} as const;

export const seenText = (workers: number, seen: number): string => `${formatCount(seen)} of ${formatCount(workers)} seen`;
export function statesText(workers: readonly AiWorker[]): string {
  const count = (state: AiWorker['state']) => workers.filter((worker) => worker.state === state).length;
  return (['working', 'idle', 'draining', 'lost'] as const)
    .flatMap((state) => (count(state) > 0 ? [`${formatCount(count(state))} ${state}`] : []))
    .join(', ');
}
export const oldestText = (oldest: string | null, now: number): string => {
  const date = oldest === null ? null : parseWireDate(oldest);
  return date === null ? '' : `oldest ${formatDuration((now - date.getTime()) / 1_000)}`;
};
export const firstTryText = ({ done_24h: done, first_try_24h: first }: Pick<WorkerOverview, 'done_24h' | 'first_try_24h'>): string =>
  done === 0 ? '' : `${((100 * first) / done).toFixed(1)} % at the first try`;

type Stuck = WorkerOverview['stuck'];

export const stuckTitle = (stuck: Stuck): string => {
  const count = stuck.reduce((sum, each) => sum + each.count, 0);
  return `${formatCountOf(count, 'job waits', 'jobs wait')} that no worker can take`;
};
/** What they need, and when the first one ends. */
export function stuckText(stuck: Stuck): string {
  const needs = stuck.map(({ needs: what, count }) => `${formatCount(count)} ${count === 1 ? 'needs' : 'need'} ${what}`);
  const [first] = stuck.map(({ ends }) => ends).toSorted();
  return `${needs.join(', ')}. The first ends on ${whenText(first ?? '')} if no worker comes.`;
}

/** Short, below a figure. */
export const firstEndsText = (ends: string): string => `first ends ${whenText(ends)}`;

export const deviceText = ({ built_in: builtIn, device, memory_mb: mb }: AiWorker): string =>
  [builtIn && TEXTS.builtIn, device, mb > 0 && formatBytes(mb * 1e6)].filter(Boolean).join(', ');
export const agoText = (at: string, now: number): string => {
  const date = parseWireDate(at);
  if (date === null) return '';
  const seconds = Math.max(0, Math.round((now - date.getTime()) / 1_000));
  if (seconds > 86_400) return formatDateTime(date, { seconds: false });
  if (seconds > 3_600) return formatTime(date);
  return seconds < 2 ? 'now' : `${formatDuration(seconds)} ago`;
};
export const whenText = (at: string): string => formatMoment(parseWireDate(at));
export const actionsText = (name: string): string => `Actions of ${name}`;
export const revokeTitle = (name: string): string => `Revoke the key “${name}”?`;
export const enginesText = (engines: readonly string[]): string => (engines.length === 0 ? TEXTS.allEngines : engines.join(', '));
export const keyNoteText = ({ created_by: by, created_at: at }: WorkerKey): string =>
  ['made', whenText(at), by !== null && `by ${by}`].filter(Boolean).join(' ');
export const modelIdText = (id: number): string => `Model ${id}`;
export const ruleText = (at: number): string => `Rule ${at}`;
export const removeRuleText = (at: number): string => `Remove rule ${at}`;

export const failureText = (failure: ApiFailure): string =>
  changeFailureText(failure, {
    not_found: DELETED_MEANWHILE,
    rules_changed: TEXTS.changedByOther,
    too_large:
      failure.kind === 'refused' && failure.limit
        ? `A team can have at most ${formatCount(failure.limit.max)} keys. Revoke one first.`
        : undefined,
  });
