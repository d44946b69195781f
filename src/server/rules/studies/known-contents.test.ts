import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { knownContents } from './known-contents.ts';
import { receiveChunk } from '#server/rules/receive/chunk.ts';
import { createTestBench, packChunk, registerTestUpload, testFile, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';

const UID = '1.2.840.5';

describe.each(TEST_ENGINES)('known contents of a study, on %s', (engine) => {
  let bench: TestBench;
  beforeEach(async () => {
    bench = await createTestBench(engine);
  });
  afterEach(() => bench.close());

  /** Comes whole, each file with its letter as content. */
  async function comes(owner: TestBench['eva'], letters: string, announced = letters.length): Promise<void> {
    const upload = await registerTestUpload(bench, { a: announced }, { owner, studyInstanceUid: UID });
    const files = [...letters].map((letter) => testFile(letter, letter, { seriesId: 'a' }));
    await receiveChunk(bench.context, owner, packChunk({ ...upload, chunk: 0 }, files));
  }
  const hashes = (letters: string) => [...letters].map((letter) => createHash('sha256').update(letter).digest('hex')).toSorted();
  const known = (caller = bench.eva, uid = UID) => knownContents(bench.context, caller, uid);
  const join = (caller: TestBench['eva'], teamId: number, roleId: number) =>
    bench.context.db.write((tx) =>
      tx.insertInto('membership').values({ team_id: teamId, user_id: caller.userId, role_id: roleId, created_at: 0 }).execute(),
    );

  test('are its verified contents, each once, however often and in how many parts the study was sent', async () => {
    await comes(bench.eva, 'xy');
    await comes(bench.tom, 'yz', 5);
    expect(await known()).toEqual({ files: hashes('xyz'), teams: [] });
    expect(await known(bench.tom)).toEqual({ files: hashes('xyz'), teams: [] });
  });

  test('include the originals of de-identified files', async () => {
    const upload = await registerTestUpload(bench, { a: 1 }, { studyInstanceUid: UID });
    const [original_sha256] = hashes('z') as [string];
    await receiveChunk(
      bench.context,
      bench.eva,
      packChunk({ ...upload, chunk: 0 }, [testFile('x', 'x', { seriesId: 'a' })], { original_sha256 }),
    );
    expect(await known()).toEqual({ files: hashes('xz'), teams: [] });
  });

  test('exclude other studies, and studies without a UID', async () => {
    await comes(bench.eva, 'x');
    expect(await known(bench.eva, '1.2.840')).toEqual({ files: [], teams: [] });
    expect(await known(bench.eva, '')).toEqual({ files: [], teams: [] });
  });

  test('name other teams of the user that have the study, without their contents', async () => {
    await comes(bench.ute, 'x');
    expect(await known()).toEqual({ files: [], teams: [] });
    await join(bench.eva, bench.ute.teamId, ROLE.member);
    expect(await known()).toEqual({ files: [], teams: [{ slug: 'south', title: 'south' }] });
    expect(await known(bench.tom)).toEqual({ files: [], teams: [] });
    expect(await known(bench.ute)).toEqual({ files: hashes('x'), teams: [] });
  });

  test('name no team in which the user cannot see studies, and no suspended one', async () => {
    await comes(bench.ute, 'x');
    const roleId = 77;
    await bench.context.db.write((tx) => tx.insertInto('role').values({ id: roleId, name: 'Looks after people', invitable: 1 }).execute());
    await join(bench.eva, bench.ute.teamId, roleId);
    expect(await known()).toEqual({ files: [], teams: [] });
    await bench.context.db.write((tx) => tx.insertInto('role_permission').values({ role_id: roleId, permission: 'r:studies' }).execute());
    expect((await known()).teams).toHaveLength(1);
    await bench.context.db.write((tx) => tx.updateTable('team').set({ suspended_at: 1 }).where('slug', '=', 'south').execute());
    expect(await known()).toEqual({ files: [], teams: [] });
  });
});
