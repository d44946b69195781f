import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ListedFlow } from '#contract/flows.ts';
import type { Task } from '#contract/tasks.ts';
import type { Caller, Servers } from './servers.ts';

const LOOK_EVERY_MS = 20;
/** From the beginning of a step until it has done something quick, whose outcome is not stored yet: see `slow-flows`. */
const DONE_NOT_STORED_MS = 600;
/** Longer than all pauses and leases together, on a busy machine. */
const STUCK_MS = 90_000;

interface Course {
  pipeline: number;
  /** Its flow of this number, from 1, is watched. */
  nth: number;
  /** Who watches. */
  watcher: Caller;
  /** Who is asked. */
  person: Caller;
}

/**
 * Watches a flow until it has ended, and kills a server at every change of the state of a step, also one that is starting. When a step has begun, every server is
 * killed, because either may do it; after that, one in turn. A person answers what they are asked. Returns the changes that were seen, each of which was answered
 * with a kill: `step state`.
 */
export async function killAtEveryChange(servers: Servers, { pipeline, nth, watcher, person }: Course): Promise<string[]> {
  const changes: string[] = [];
  const every = Array.from({ length: servers.count }, (_, at) => at);
  let kills = 0;
  let known: readonly string[] = [];
  let limit = performance.now() + STUCK_MS;
  for (;;) {
    const flow = await nthFlow(watcher, pipeline, nth);
    const states = flow?.steps.filter(({ state }) => state !== 'not_started').map(({ id, state }) => `${id} ${state}`) ?? [];
    const news = states.filter((state) => !known.includes(state));
    if (news.length > 0) {
      changes.push(...news);
      known = states;
      const hasBegun = news.some((state) => state.endsWith(' running'));
      if (hasBegun) await pause(DONE_NOT_STORED_MS);
      await Promise.all((hasBegun ? every : [kills % servers.count]).map(servers.killAndStart));
      kills += 1;
      limit = performance.now() + STUCK_MS;
    } else if (flow?.state === 'done') break;
    else if (flow?.state === 'waits_person') await answerAll(person);
    if (performance.now() > limit) throw new Error(`The flow stands still: ${changes.join(', ')}\n${JSON.stringify(flow?.reason)}`);
    await pause(LOOK_EVERY_MS);
  }
  await servers.allStarted();
  return changes;
}

async function nthFlow({ call }: Caller, pipeline: number, nth: number): Promise<ListedFlow | undefined> {
  const found = await call<ListedFlow[]>('GET', `flows?page=1&pipeline=${pipeline}`);
  return found.at(-nth);
}

/** A review is accepted, a question is answered. */
async function answerAll({ call }: Caller): Promise<void> {
  for (const { uuid, kind } of await call<Task[]>('GET', 'tasks?today=2026-01-01&since=0'))
    await call('PUT', `tasks/${uuid}/state`, {
      ...{ act: 'finish', move: randomUUID() },
      ...(kind === 'review' ? { decision: 'accepted' } : { reason: 'Yes' }),
    });
}
