import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { executedMigrations } from '#server/db/migrate.ts';
import { makeStudy } from '#tests/kills/study.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { checkStore, idle, lastChange, userIdOf } from './checks.ts';
import type { Cluster } from './cluster.ts';
import { Device } from './device.ts';
import { Follower } from './follower.ts';
import { untilEnded } from './run-schedule.ts';

const STUCK_MS = 60_000;
const ADDS = '9001-rank';
const REMOVES = '9002-contract-turn';

export interface UpdateOutcome {
  problems: string[];
  /** Which of the two migrations the database had, before and after each server was replaced. */
  migrations: string[][];
  /** Requests that each server answered while the versions differed. */
  answered: number[];
  /** What a server of the old version prints that is started after the update. */
  refusal: string;
}

/** Replaces two servers by the next version, one after the other, while a study is sent in each phase. */
export async function updateServers(cluster: Cluster, folder: string): Promise<UpdateOutcome> {
  const { servers, balancer, store } = cluster;
  const bearer = await cluster.signIn();
  const since = await lastChange(store.db);
  const followers = servers.map(({ port }) => new Follower({ port, bearer, since }));
  const userId = await userIdOf(store.db, DEMO.annotator.email);
  const sent: { session: string; files: ReadonlyMap<string, string> }[] = [];
  const problems: string[] = [];

  /** Sends a study, and meanwhile does something to a server after its first answers. */
  async function whileSending(work: () => Promise<void>): Promise<void> {
    const path = join(folder, `study-of-update-${sent.length}`);
    await mkdir(path);
    const plan = { seed: 100 + sent.length, series: [3], paddingBytes: 30_000, noisyEvery: 1, largeBytes: 500_000 };
    const { files } = await makeStudy(path, plan);
    const device = await Device.open({ userId, bearer, port: balancer.port });
    try {
      const session = await device.add(path);
      sent.push({ session, files });
      const from = cluster.answers();
      const ended = untilEnded(device, session);
      device.send();
      while (cluster.answers() < from + 3) await pause(5);
      await work();
      problems.push(...(await ended), ...device.faults.map((fault) => `the sender reported ${fault}`));
    } finally {
      await device.close();
    }
  }
  async function replace(server: number): Promise<void> {
    await servers[server]!.stop();
    cluster.update(server);
    await servers[server]!.start();
    await balancer.allReady();
  }
  const migrations: string[][] = [];
  const look = async (): Promise<void> => {
    const executed = await executedMigrations(store.db.read);
    migrations.push([ADDS, REMOVES].filter((name) => executed.includes(name)));
  };

  try {
    await look();
    await whileSending(() => replace(0));
    await look();
    const before = [...balancer.answered()];
    // Another old server starts on tables to which the new one has added.
    await whileSending(async () => {
      const old = await cluster.addServer('one more');
      await old.start();
      await old.stop();
    });
    const answered = balancer.answered().map((count, server) => count - before[server]!);
    await look();
    await whileSending(() => replace(1));
    problems.push(...(await idle(store.db, STUCK_MS)));
    await look();
    const last = await lastChange(store.db);
    await Promise.race([Promise.all(followers.map((follower) => follower.reach(last))), pause(STUCK_MS)]);
    for (const one of sent) problems.push(...(await checkStore(store, { ...one, since, followers })));
    for (const server of servers) if (server.hasCrashed()) problems.push(`a server crashed:\n${server.printed()}`);
    return { problems, migrations, answered, refusal: await startOld(cluster) };
  } finally {
    await Promise.all(followers.map((follower) => follower.close()));
  }
}

async function startOld(cluster: Cluster): Promise<string> {
  const old = await cluster.addServer('one too late');
  return old.start().then(
    () => 'it started',
    (error: unknown) => String(error),
  );
}
