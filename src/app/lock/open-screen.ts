import { del, get, set } from 'idb-keyval';
import { callApi } from '#api/call-api.ts';
import type { ApiResult } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { TEXTS } from '#app/texts.ts';
import { t } from '#language/t.ts';
import { createOfflineCheck, type KeptPassword, type OfflineCheck } from './offline-check.ts';

const KEY = 'lightship.lock-check';
const ITERATIONS = 600_000;

export const offlineCheck = createOfflineCheck({
  read: async () => (await get<KeptPassword>(KEY)) ?? null,
  write: (kept) => (kept === null ? del(KEY) : set(KEY, kept)),
  iterations: ITERATIONS,
});

interface OpeningPorts {
  /** Asks the server, which delays repeated guesses. */
  ask(password: string): Promise<ApiResult<null>>;
  offline: Pick<OfflineCheck, 'keep' | 'check'>;
}

const PORTS: OpeningPorts = {
  ask: (password) => callApi(CALLS.unlock, { body: { password }, quiet: true }),
  offline: offlineCheck,
};

/** Checks the password: null, or why the screen stays locked. This device checks only if no server answers. */
export async function openScreen(userId: number, password: string, { ask, offline }: OpeningPorts = PORTS): Promise<string | null> {
  const answer = await ask(password);
  if (answer.ok) {
    await offline.keep(userId, password);
    return null;
  }
  const { failure } = answer;
  if (failure.kind === 'malformed') return TEXTS.lockMalformed;
  if (failure.kind === 'refused') {
    if (failure.errors?.['password'] !== undefined) return TEXTS.lockWrong;
    const seconds = failure.retryAfterMs === undefined ? null : Math.ceil(failure.retryAfterMs / 1000);
    return failure.code === 'too_many' && seconds !== null ? lockPauseText(seconds) : failure.message;
  }
  const checked = await offline.check(userId, password);
  if (checked.verdict === 'right') return null;
  if (checked.verdict === 'wrong') return `${TEXTS.lockWrong}. ${lockTriesText(checked.left)}`;
  return checked.verdict === 'spent' ? TEXTS.lockSpent : TEXTS.lockUnchecked;
}

function lockPauseText(seconds: number): string {
  return t('Too many tries. Wait {seconds, plural, one {a second} other {# seconds}}, then try again.', { seconds });
}

function lockTriesText(left: number): string {
  return t('{left, plural, one {One more try} other {# more tries}} without the server.', { left });
}
