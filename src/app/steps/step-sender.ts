import { liveQuery } from 'dexie';
import { callApi } from '#api/call-api.ts';
import { mayBeTaken } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { unlessOutdated } from '#localdb/connection.ts';
import { createLocks } from '#localdb/locks.ts';
import type { LocalDb, StepRow } from '#localdb/schema.ts';
import { removeStep, savedSteps } from '#localdb/outbox/steps.ts';
import { createOutboxSender, type SendEnd } from '#sync/outbox-sender.ts';
import { browserClock } from '#transfer/browser.ts';

const LOCK = 'lightship.steps';
/** Steps close together are sent together, after the page's own requests. */
const TOGETHER_MS = 2_000;

interface Reachable {
  read(): { reachable: boolean };
  subscribe(listener: () => void): () => void;
}

/** Sends the waiting steps whenever the server can be reached, in order and one tab at a time (CALL-005). */
export function createStepSender(db: LocalDb, reachability: Reachable): { close(): void } {
  const left = new AbortController();
  const locks = createLocks(db, browserClock);
  const sender = createOutboxSender<StepRow>({
    saved: () => savedSteps(db),
    send,
    remove: (step) => removeStep(db, step),
    // AUTH-24.
    onRefused: ({ type }) => console.error('The server did not take a step for the activity log:', type),
    inTurn: (work) =>
      locks
        .hold(LOCK, left.signal, work)
        .catch((error: unknown) => left.signal.aborted || Promise.reject(error))
        .then(() => undefined),
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting = 0;
  const soon = () => {
    if (waiting === 0 || !reachability.read().reachable) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      sender.wake();
    }, TOGETHER_MS);
  };
  const steps = liveQuery(() => unlessOutdated(db, () => db.steps.count())).subscribe({
    next(count = 0) {
      waiting = count;
      soon();
    },
    error: (error: unknown) => console.error('The activity log of this device cannot be read:', error),
  });
  const stop = reachability.subscribe(soon);
  return {
    close() {
      left.abort();
      clearTimeout(timer);
      steps.unsubscribe();
      stop();
      sender.close();
    },
  };
}

async function send(step: StepRow): Promise<SendEnd> {
  const answer = await callApi(CALLS.log, { query: stepToQuery(step, Date.now()), quiet: true });
  if (answer.ok) return 'done';
  return mayBeTaken(answer.failure) ? 'later' : 'refused';
}

/** ENT-22. `id` makes it count once; the age is sent and not the time, because the device clock may be wrong. */
export function stepToQuery({ type, path, name, key, at }: Omit<StepRow, 'seq'>, now: number) {
  const data = { ...(name === null ? {} : { name }), id: key, ago_ms: Math.max(0, now - at) };
  return { app: 'admin', type, path, data: JSON.stringify(data) };
}
