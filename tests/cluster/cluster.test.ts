import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { removeMember } from './remove-member.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { describeOutcome, runSchedules } from './run-schedules.ts';
import { updateServers } from './rolling-update.ts';
import type { PlantedFault } from './source-changes.ts';

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
