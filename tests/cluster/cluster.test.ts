import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findHaproxy } from '#commands/test-services/haproxy.ts';
import { CALLS } from '#contract/calls.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { httpRequest } from '#tests/support/http.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import { lastChange, userIdOf } from './checks.ts';
import { Listener } from './listener.ts';
import { removeMember } from './remove-member.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { runSchedule } from './run-schedule.ts';
import { describeOutcome, runSchedules } from './run-schedules.ts';
import { updateServers } from './rolling-update.ts';
import type { Schedule } from './schedule.ts';
import type { PlantedFault } from './source-changes.ts';

const FAULTS_BEHIND_HAPROXY: Schedule['faults'] = [
  { afterEvents: 3, server: 0, fault: { kind: 'kill', downMs: 100 } },
  { afterEvents: 4, server: 1, fault: { kind: 'drain' } },
];

/** Returns the number of the change. */
async function changeThroughProxy(cluster: Cluster, bearer: string): Promise<number> {
  const { status } = await httpRequest(`http://north.app.localhost:${cluster.balancer.port}/api/${CALLS.createLabel.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: randomUUID().slice(0, 8), color: '#336699' }),
  });
  if (status >= 300) throw new Error(`The label was answered with ${status}`);
  return lastChange(cluster.store.db);
}

/** Two real servers over one PostgreSQL and one object store, described in docs/decisions/338. `npm run soak` runs many more schedules. */
describe.runIf(TEST_ENGINES.includes('postgres'))('two servers over one store', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lightship-cluster-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it('lose nothing, do nothing twice and finish, while either is killed, stopped, cut off or frozen [BACK-24, QA-11]', async () => {
    const failed = await runSchedules({ from: 1, schedules: 10, folder });
    expect(failed.map(describeOutcome)).toEqual([]);
  });

  it('are updated one after the other while studies are sent, and lose nothing and do nothing twice [BACK-29, BACK-31]', async () => {
    const cluster = await openCluster({ folder });
    try {
      const { problems, migrations, answered, refusal } = await updateServers(cluster, folder);
      expect(problems).toEqual([]);
      expect(migrations).toEqual([[], ['9001-rank'], ['9001-rank'], ['9001-rank', '9002-contract-turn']]);
      expect(answered.every((count) => count > 0)).toBe(true);
      expect(refusal).toContain('A newer version of Lightship has changed the database (9002-contract-turn)');
    } finally {
      await cluster.close();
    }
  });

  it.skipIf(findHaproxy() === null)('lose nothing behind HAProxy, and an open page hears its news through it [BACK-32]', async () => {
    // The checks of deploy/haproxy.cfg are three seconds apart.
    const cluster = await openCluster({ folder, behindHaproxy: true, drainSeconds: 4 });
    const [bearer, userId] = [await cluster.signIn(), await userIdOf(cluster.store.db, DEMO.annotator.email)];
    const listener = new Listener({ port: cluster.balancer.port, bearer, userId });
    try {
      const outcome = await runSchedule(cluster, { seed: 2, bearer, folder, faults: FAULTS_BEHIND_HAPROXY });
      expect(outcome.problems).toEqual([]);
      expect(outcome.events.filter((event) => /: (?:kill|drain)/.test(event))).toHaveLength(2);
      // Its server was killed or stopped.
      expect(listener.connections).toBeGreaterThan(1);
      expect(await listener.hears(() => changeThroughProxy(cluster, bearer), 10_000)).toBe(true);
      expect(cluster.balancer.answered().every((count) => count > 0)).toBe(true);
    } finally {
      listener.close();
      await cluster.close();
    }
  });

  /** What the first of a few schedules finds. */
  async function found(planted: PlantedFault): Promise<string> {
    const outcomes = await runSchedules({ from: 1, schedules: 3, planted, folder, stopAtFailure: true });
    return outcomes.flatMap(({ problems }) => problems).join('\n');
  }

  it('are found to number the change log outside the lock of the team [QA-11]', async () => {
    expect(await found('number-outside-the-lock')).toMatch(/through server \d: \d+ came after \d+/);
  });

  it('are found to run a job twice [QA-11]', async () => {
    expect(await found('leases-ignored')).toContain('jobs were taken while they ran');
  });

  describe('and a permission', () => {
    let cluster: Cluster;
    const open = async (planted?: PlantedFault): Promise<void> => {
      cluster = await openCluster({ folder, ...(planted ? { planted } : {}) });
    };
    afterEach(() => cluster.close());

    it('is taken back by every server at once [BACK-25]', async () => {
      await open();
      expect(await removeMember(cluster)).toEqual({ before: [200, 200], after: [403, 403] });
    });

    it('that a server keeps in memory is found [QA-11]', async () => {
      await open('permissions-cached');
      expect(await removeMember(cluster)).not.toEqual({ before: [200, 200], after: [403, 403] });
    });
  });
});
