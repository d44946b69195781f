import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeStudy } from '#tests/kills/study.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { checkStore, idle, lastChange, userIdOf } from './checks.ts';
import type { Cluster } from './cluster.ts';
import { Device } from './device.ts';
import { Follower } from './follower.ts';
import { describeFault, planSchedule, type Fault, type Schedule } from './schedule.ts';

export interface Outcome {
  seed: number;
  /** Empty if everything is well. */
  problems: string[];
  /** What was done, in order. */
  events: string[];
  seconds: number;
}

/** Longer than all pauses and leases together, on a busy machine. */
const STUCK_MS = 60_000;
/** Longer than a lease of `short-leases`. */
const FROZEN_MS = 4_000;
const LOOK_EVERY_MS = 50;

/**
 * Sends a study through the proxy while faults happen to the servers, and then checks that nothing is lost, twice or stuck. `faults`: instead of those of
 * the seed.
 */
export async function runSchedule(
  cluster: Cluster,
  { seed, bearer, folder, faults }: { seed: number; bearer: string; folder: string; faults?: Schedule['faults'] },
): Promise<Outcome> {
  const { servers, balancer, store } = cluster;
  const begun = performance.now();
  const planned = planSchedule(seed, servers.length);
  const schedule = { ...planned, faults: faults ?? planned.faults };
  const events: string[] = [];
  const note = (what: string): void => void events.push(`${((performance.now() - begun) / 1000).toFixed(1)} s: ${what}`);
  const path = join(folder, `study-${seed}`);
  await mkdir(path);
  const study = await makeStudy(path, schedule.study);
  const since = await lastChange(store.db);
  const answersBefore = cluster.answers();
  const followers = servers.map(({ port }) => new Follower({ port, bearer, since }));
  const device = await Device.open({ userId: await userIdOf(store.db, DEMO.annotator.email), bearer, port: balancer.port });
  let problems: string[];
  try {
    const session = await device.add(path);
    const ended = untilEnded(device, session);
    note('the files are on the device');
    device.send();
    const happened = (): number => cluster.answers() - answersBefore + followers[0]!.seen.length;
    await Promise.all([ended, makeFaults(cluster, schedule, { happened, over: ended, note })]);
    note('the upload has ended');
    problems = [...(await ended), ...device.faults.map((fault) => `the sender reported ${fault}`)];
    for (const server of servers.filter((one) => one.hasCrashed())) {
      problems.push(`a server crashed:\n${server.printed()}`);
      await server.start();
    }
    await balancer.allReady();
    note('every server is ready');
    problems.push(...(await idle(store.db, STUCK_MS)));
    note('no job is left');
    const last = await lastChange(store.db);
    await Promise.race([Promise.all(followers.map((follower) => follower.reach(last))), pause(STUCK_MS)]);
    problems.push(...(await checkStore(store, { session, files: study.files, since, followers })));
    note('checked');
  } finally {
    await device.close();
    await Promise.all(followers.map((follower) => follower.close()));
    await rm(path, { recursive: true, force: true });
  }
  return { seed, problems, events, seconds: (performance.now() - begun) / 1000 };
}

/** Problems of an upload that did not end. */
export async function untilEnded(device: Device, session: string): Promise<string[]> {
  const limit = performance.now() + STUCK_MS;
  for (;;) {
    const { phase, halt } = await device.upload(session);
    if (phase === 'ended') return [];
    if (halt !== null) return [`the upload was halted: ${JSON.stringify(halt)}`];
    if (performance.now() > limit) return [`the upload is still ${phase}`];
    await pause(LOOK_EVERY_MS);
  }
}

interface Course {
  /** Events so far. */
  happened(): number;
  /** Faults that come too late are left out. */
  over: Promise<unknown>;
  note(what: string): void;
}

/** Two servers may be out at the same time, but one has only one fault at a time. */
async function makeFaults(cluster: Cluster, { faults }: Schedule, { happened, over, note }: Course): Promise<void> {
  const uploaded = new AbortController();
  void over.then(() => uploaded.abort());
  const turns = cluster.servers.map(() => Promise.resolve());
  for (const { afterEvents, server, fault } of faults) {
    const from = happened() + afterEvents;
    while (!uploaded.signal.aborted && happened() < from) await pause(5);
    await turns[server];
    if (uploaded.signal.aborted) break;
    note(`server ${server} after ${happened()} events: ${describeFault(fault)}`);
    turns[server] = suffer(cluster, server, fault);
  }
  await Promise.all(turns);
}

async function suffer(cluster: Cluster, index: number, fault: Fault): Promise<void> {
  const server = cluster.servers[index]!;
  switch (fault.kind) {
    case 'kill':
      await server.kill();
      await pause(fault.downMs);
      return server.start();
    case 'drain':
      await server.stop();
      return server.start();
    case 'cut':
      return cluster.balancer.cut(index, fault.at);
    case 'cut off the database':
      return cluster.cutOffDatabase(index);
    case 'freeze':
      server.signal('SIGSTOP');
      await pause(FROZEN_MS);
      return server.signal('SIGCONT');
  }
}
