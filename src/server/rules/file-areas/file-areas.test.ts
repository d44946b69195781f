import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConflictChoice } from '#contract/file-areas.ts';
import { LIMITS } from '#contract/limits.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { clearStrays } from '#server/rules/receive/strays.ts';
import { openDownload, prepareFileDownload } from '#server/rules/studies/downloads.ts';
import { refusalOf } from '#server/rules/uploads/uploads-test-bench.ts';
import { teamBytes } from '#server/rules/uploads/uploads-quota.ts';
import { emptyBin, listBin, restoreFiles } from './bin.ts';
import { copyFiles, deleteFiles, makeFolder, moveFiles } from './change-files.ts';
import { createFilesBench, nobodyConcerned as none, type FilesBench } from './file-areas-test-bench.ts';
import { readFile } from './file-bytes.ts';
import { listFiles } from './list-files.ts';
import { listWorks } from './works.ts';
import { newEntry } from './areas.ts';

const DAY_MS = 86_400_000;

describe.each(TEST_ENGINES)('file areas on %s', (engine) => {
  let files: FilesBench;
  beforeEach(async () => void (files = await createFilesBench(engine)));
  afterEach(() => files.bench.close());

  const list = (dir: string, caller = files.eva) => listFiles(files.context, caller, dir, none);
  const mkdir = (dir: string, more: object = {}) => makeFolder(files.context, files.eva, { dir, ...more }, none);
  const mv = (paths: string[], to: string, conflict?: ConflictChoice) =>
    moveFiles(files.context, files.eva, { paths, to, ...(conflict && { conflict }) }, none);
  const cp = (paths: string[], to: string, conflict?: ConflictChoice) =>
    copyFiles(files.context, files.eva, { paths, to, ...(conflict && { conflict }) }, none);
  const rm = (...paths: string[]) => deleteFiles(files.context, files.eva, { paths }, none);
  const bin = async () => (await listBin(files.context, files.eva, 'north')).data;

  describe('who may open them', () => {
    test('an administrator opens the area of the team, and a platform administrator that of the server [FM-015, FM-017]', async () => {
      expect((await list('/')).data.map(({ path }) => path)).toEqual(['/north']);
      expect(await refusalOf(list('/server'))).toEqual({ code: 'not_found' });
      await files.makePlatformAdministrator(files.eva.userId);
      expect((await list('/')).data.map(({ path }) => path)).toEqual(['/server', '/north']);
      expect((await list('/server/')).area).toEqual({ slug: 'server', title: 'Server', bytes: 0, limit: null });
    });

    test('nobody else learns whether a path exists', async () => {
      await files.put({ '/north/a/secret.txt': 'x' });
      const member = { ...files.eva, team: { ...files.eva.team, permissions: new Set(['r:team', 'r:upload-v2'] as const) } };
      for (const stranger of [files.ute, member, { ...files.eva, team: null }]) {
        for (const path of ['/north', '/north/a', '/north/a/secret.txt', '/north/none', '/nobody', '/server', '/server/none']) {
          expect(await refusalOf(listFiles(files.context, stranger, path, none))).toEqual({ code: 'not_found' });
          const read = readFile(files.context, stranger, { path: `${path}/x`, offset: 0, length: 1 }, none);
          expect(await refusalOf(read)).toEqual({ code: 'not_found' });
          expect(await refusalOf(deleteFiles(files.context, stranger, { paths: [`${path}/x`] }, none))).toEqual({ code: 'not_found' });
        }
        expect(await refusalOf(listBin(files.context, stranger, 'north'))).toEqual({ code: 'not_found' });
      }
      expect(await refusalOf(listFiles(files.context, member, '/', none))).toEqual({ code: 'not_allowed' });
      expect(await refusalOf(listWorks(files.context, member))).toEqual({ code: 'not_allowed' });
      // Another team's administrator cannot name an entry by its UUID either.
      await rm('/north/a');
      const [deleted] = await bin();
      const restore = restoreFiles(files.context, files.ute, { ids: [deleted!.id] }, none);
      expect(await refusalOf(restore)).toEqual({ code: 'not_found' });
      await emptyBin(files.context, files.ute, { area: 'south', ids: [deleted!.id] }, none);
      expect(await bin()).toHaveLength(1);
    });
  });

  describe('names', () => {
    test.each([
      ['..', '/north/..'],
      ['a path that climbs out', '/north/a/../../south'],
      ['.', '/north/.'],
      ['no slash at the beginning', 'north/a'],
      ['an empty name', '/north//a'],
      ['a backslash', '/north/a\\b'],
      ['a control character', '/north/a\u0007'],
      ['NUL', '/north/a\u0000'],
      ['a mark that turns the direction', '/north/a\u202egpj.exe'],
      ['half a character', '/north/a\ud800'],
      ['CON', '/north/CON'],
      ['nul.txt', '/north/nul.txt'],
      ['COM1', '/north/com1'],
      ['a dot at the end', '/north/a.'],
      ['a space at the end', '/north/a '],
      ['256 bytes', `/north/${'ä'.repeat(128)}`],
      ['65 folders', `/north${'/a'.repeat(65)}`],
    ])('%s is refused [FM-013]', async (_what, dir) => {
      const refused = await refusalOf(mkdir(dir));
      expect(refused.code).toBe('file_name_refused');
      expect(refused.errors?.['dir']).toHaveLength(1);
    });

    test('of 255 bytes is taken, and two Unicode forms are one name', async () => {
      const long = `${'ä'.repeat(127)}a`;
      await mkdir(`/north/${long}`);
      await mkdir('/north/u\u0308ber');
      expect(await refusalOf(mkdir('/north/\u00fcber'))).toEqual({ code: 'file_exists' });
      expect((await list('/north')).data.map(({ basename }) => basename)).toEqual([long, '\u00fcber']);
    });

    test('a new name is taken as it was written, or refused [FM-012]', async () => {
      await files.put({ '/north/scan.nii': 'x' });
      await mv(['/north/scan.nii'], ' my scan.v2.nii');
      expect(Object.keys(await files.tree())).toEqual(['/north/ my scan.v2.nii']);
      expect((await refusalOf(mv(['/north/ my scan.v2.nii'], '..'))).code).toBe('file_name_refused');
      expect((await refusalOf(mv(['/north/ my scan.v2.nii'], 'aux'))).code).toBe('file_name_refused');
    });
  });

  test('a folder is listed with folders first, in natural order [FM-011, ENT-51]', async () => {
    await files.put({ '/north/b10.tar.gz': 'x'.repeat(1234), '/north/b9': '', '/north/z/in': 'y' });
    const { data, dir, area } = await list('/north/');
    expect(dir).toBe('/north');
    expect(area).toEqual({ slug: 'north', title: 'north', bytes: 1235, limit: null });
    expect(data.map(({ basename }) => basename)).toEqual(['z', 'b9', 'b10.tar.gz']);
    expect(data[2]).toMatchObject({ filename: 'b10.tar', extension: 'gz', isFile: true, isDir: false, size: 1234, sizePretty: '1.2 kB' });
    expect(data[0]).toMatchObject({ filename: 'z', extension: '', isFile: false, isDir: true, size: 0, sizePretty: '', busy: false });
    expect(await refusalOf(list('/north/b9'))).toEqual({ code: 'not_found' });
  });

  test('a folder holds 10,000 entries and no more', async () => {
    await mkdir('/north/full');
    await mkdir('/north/other');
    const { id, area_id: areaId } = await files.context.db.read
      .selectFrom('file_entry')
      .selectAll()
      .where('name', '=', 'full')
      .executeTakeFirstOrThrow();
    await files.context.db.write(async (tx) => {
      for (let at = 0; at < LIMITS.entriesPerFolder; at += 500) {
        const rows = Array.from({ length: 500 }, (_, n) => ({
          ...newEntry({ areaId, name: `entry ${at + n}`, at: 0 }),
          parent_id: id,
          kind: 'folder' as const,
        }));
        await tx.insertInto('file_entry').values(rows).execute();
      }
    });
    expect((await list('/north/full')).data).toHaveLength(10_000);
    expect((await refusalOf(mkdir('/north/full/one more'))).code).toBe('folder_full');
    expect((await refusalOf(mv(['/north/other'], '/north/full'))).code).toBe('folder_full');
    expect((await refusalOf(cp(['/north/other'], '/north/full'))).code).toBe('folder_full');
    expect(Object.keys((await list('/north')).data.map(({ path }) => path))).toHaveLength(2);
  });

  describe('moving', () => {
    test('takes a folder with everything in it, between areas too [FM-005]', async () => {
      await files.makePlatformAdministrator(files.eva.userId);
      await files.put({ '/north/a/b/c.txt': 'c', '/north/d.txt': 'd' });
      await mkdir('/server/in');
      expect(await mv(['/north/a', '/north/a/b', '/north/d.txt'], '/server/in')).toEqual({ ok: true, work: null });
      expect(await files.tree('/north')).toEqual({});
      expect(await files.tree('/server')).toEqual({
        ...{ '/server/in': null, '/server/in/a': null, '/server/in/a/b': null, '/server/in/a/b/c.txt': 'c', '/server/in/d.txt': 'd' },
      });
      expect((await list('/server')).area!.bytes).toBe(2);
    });

    test('into itself is refused, and nothing else than folders is a target', async () => {
      await files.put({ '/north/a/b/c.txt': 'c' });
      expect(await refusalOf(mv(['/north/a'], '/north/a/b'))).toEqual({ code: 'folder_into_itself' });
      expect(await refusalOf(cp(['/north/a'], '/north/a'))).toEqual({ code: 'folder_into_itself' });
      expect(await refusalOf(mv(['/north/a'], '/north/none'))).toEqual({ code: 'not_found' });
      expect(await refusalOf(mv(['/north/none'], '/north/a'))).toEqual({ code: 'not_found' });
      expect((await refusalOf(mv(['/north'], '/north/a'))).code).toBe('invalid');
      expect(await mv(['/north/a'], '/north')).toEqual({ ok: true, work: null });
      expect(await files.tree()).toEqual({ '/north/a': null, '/north/a/b': null, '/north/a/b/c.txt': 'c' });
    });

    test('keeps the limit of depth', async () => {
      await mkdir('/north/deep');
      await files.put({ [`/north${'/d'.repeat(60)}/x`]: 'x', [`/north/tall${'/t'.repeat(5)}/y`]: 'y' });
      expect(await refusalOf(mv(['/north/tall'], `/north${'/d'.repeat(60)}`))).toEqual({ code: 'folder_too_deep' });
      expect(await refusalOf(cp(['/north/tall'], `/north${'/d'.repeat(60)}`))).toEqual({ code: 'folder_too_deep' });
    });

    test('asks about what is in the way, by kind, and changes nothing', async () => {
      await files.put({ '/north/in/a/x': '1', '/north/in/a/y': '2', '/north/in/z': '3', '/north/a/x': '4', '/north/a/n': '5' });
      await mkdir('/north/z');
      const before = await files.tree();
      expect(await mv(['/north/a', '/north/z'], '/north/in')).toEqual({
        ok: false,
        conflicts: expect.arrayContaining([
          { kind: 'folder', count: 1, examples: ['a'] },
          { kind: 'file', count: 1, examples: ['a/x'] },
          { kind: 'other-kind', count: 1, examples: ['z'] },
        ]),
      });
      expect(await files.tree()).toEqual(before);
    });

    test.each([
      ['overwrite', { '/north/in/a/x': 'new', '/north/in/a/y': 'old' }, ['x'], 0],
      ['keep-both', { '/north/in/a/x': 'old', '/north/in/a/x (2)': 'new', '/north/in/a/y': 'old' }, [], 0],
      ['skip', { '/north/in/a/x': 'old', '/north/in/a/y': 'old', '/north/a': null, '/north/a/x': 'new' }, [], 1],
    ] as const)('merges folders; %s of a file', async (conflict, expected, deleted, _skipped) => {
      await files.put({ '/north/in/a/x': 'old', '/north/in/a/y': 'old', '/north/a/x': 'new', '/north/a/n': 'new' });
      await mv(['/north/a'], '/north/in', conflict);
      expect(await files.tree()).toEqual({ '/north/in': null, '/north/in/a': null, '/north/in/a/n': 'new', ...expected });
      expect((await bin()).map(({ basename }) => basename)).toEqual([...deleted]);
    });
  });

  describe('copying', () => {
    test('makes rows that share the bytes, which stay until the last of them is gone [FM-006]', async () => {
      await files.put({ '/north/a/x.txt': 'same' });
      const keys = await files.keys();
      await mkdir('/north/b');
      await cp(['/north/a'], '/north/b');
      await cp(['/north/a/x.txt'], 'y.txt');
      expect(await files.keys()).toEqual(keys);
      expect(await files.tree()).toEqual({
        ...{ '/north/a': null, '/north/a/x.txt': 'same', '/north/a/y.txt': 'same' },
        ...{ '/north/b': null, '/north/b/a': null, '/north/b/a/x.txt': 'same' },
      });
      await rm('/north/a');
      await emptyBin(files.context, files.eva, { area: 'north' }, none);
      expect(await files.tree()).toEqual({ '/north/b': null, '/north/b/a': null, '/north/b/a/x.txt': 'same' });
      files.bench.clock.now += 30 * DAY_MS;
      await clearStrays(files.context);
      files.bench.clock.now += 30 * DAY_MS;
      await clearStrays(files.context);
      expect(await files.keys()).toEqual(keys);
      await rm('/north/b');
      await emptyBin(files.context, files.eva, { area: 'north' }, none);
      expect(await files.keys()).toEqual([]);
      const { db } = files.context;
      expect(await db.read.selectFrom('file_content').selectAll().execute()).toEqual([]);
      expect(await db.read.selectFrom('file_piece').selectAll().execute()).toEqual([]);
    });

    test('beside itself gets a number; two of one name are asked about', async () => {
      await files.put({ '/north/scan.nii.gz': '1', '/north/a/f': '2', '/north/b/f': '3' });
      await cp(['/north/scan.nii.gz'], '/north');
      await cp(['/north/scan.nii.gz'], '/north');
      expect((await list('/north')).data.filter(({ isFile }) => isFile).map(({ basename }) => basename)).toEqual([
        'scan (2).nii.gz',
        'scan (3).nii.gz',
        'scan.nii.gz',
      ]);
      await mkdir('/north/in');
      expect(await cp(['/north/a/f', '/north/b/f'], '/north/in')).toMatchObject({ ok: false, conflicts: [{ kind: 'file', count: 1 }] });
      await cp(['/north/a/f', '/north/b/f'], '/north/in', 'keep-both');
      expect(await files.tree('/north/in')).toEqual({ '/north/in/f': '2', '/north/in/f (2)': '3' });
    });

    test('counts against the storage of the team', async () => {
      await files.put({ '/north/a': 'x'.repeat(60) });
      expect(await teamBytes(files.context.db.read, files.eva.team.teamId)).toBe(60);
      const context = { ...files.context, bytesPerTeam: 100 };
      const copy = copyFiles(context, files.eva, { paths: ['/north/a'], to: 'b' }, none);
      expect(await refusalOf(copy)).toMatchObject({ code: 'storage_full' });
      expect(await files.tree()).toEqual({ '/north/a': 'x'.repeat(60) });
      expect((await listFiles(context, files.eva, '/north', none)).area).toMatchObject({ bytes: 60, limit: 100 });
    });
  });

  describe('deleting', () => {
    test('goes to the bin, from which it comes back to where it was [FM-007]', async () => {
      await files.put({ '/north/a/b/x': '1', '/north/a/b/y': '22' });
      await rm('/north/a/b');
      files.bench.clock.now += 1000;
      await rm('/north/a');
      expect(await files.tree()).toEqual({});
      const [, folder] = await bin();
      expect(folder).toMatchObject({
        basename: 'b',
        isDir: true,
        size: 3,
        path: '/north/a/b',
        by: 'Eva',
        deleted_at: '2026-01-02 03:04:05',
      });
      expect(folder!.until).toBe('2026-01-09 03:04:05');
      const restore = () => restoreFiles(files.context, files.eva, { ids: [folder!.id] }, none);
      expect(await restore()).toEqual({ ok: true, work: null });
      expect(await restore()).toEqual({ ok: true, work: null });
      expect(await files.tree()).toEqual({ '/north/a': null, '/north/a/b': null, '/north/a/b/x': '1', '/north/a/b/y': '22' });
    });

    test('asks when something else has the name meanwhile', async () => {
      await files.put({ '/north/x': 'old' });
      await rm('/north/x');
      await files.put({ '/north/x': 'new' });
      const [{ id } = { id: '' }] = await bin();
      const ids = [id];
      expect(await restoreFiles(files.context, files.eva, { ids }, none)).toMatchObject({
        ok: false,
        conflicts: [{ kind: 'file', count: 1 }],
      });
      await restoreFiles(files.context, files.eva, { ids, conflict: 'keep-both' }, none);
      expect(await files.tree()).toEqual({ '/north/x': 'new', '/north/x (2)': 'old' });
    });

    test('is for good after seven days, and not before', async () => {
      await files.put({ '/north/x': 'x', '/north/y': 'y', '/north/z': 'z' });
      await rm('/north/x');
      files.bench.clock.now += 2 * DAY_MS;
      await rm('/north/y');
      files.bench.clock.now += 5 * DAY_MS - 1;
      await files.work();
      expect(await bin()).toHaveLength(2);
      files.bench.clock.now += 1;
      await files.work();
      expect((await bin()).map(({ basename }) => basename)).toEqual(['y']);
      files.bench.clock.now += 2 * DAY_MS;
      await files.work();
      expect(await bin()).toEqual([]);
      expect(await files.keys()).toHaveLength(1);
      expect(await files.tree()).toEqual({ '/north/z': 'z' });
    });
  });

  test('every change can be repeated by its UUID, and a UUID is for one change', async () => {
    const uuid = randomUUID();
    await mkdir('/north/a', { uuid });
    expect(await mkdir('/north/a', { uuid })).toEqual({ ok: true });
    expect(await refusalOf(mkdir('/north/b', { uuid }))).toEqual({ code: 'conflict' });
    const other = makeFolder(files.context, files.ute, { dir: '/south/a', uuid }, none);
    expect(await refusalOf(other)).toEqual({ code: 'conflict' });
    const copy = { paths: ['/north/a'], to: '/north', uuid: randomUUID() };
    await copyFiles(files.context, files.eva, copy, none);
    expect(await copyFiles(files.context, files.eva, copy, none)).toEqual({ ok: true, work: null });
    const remove = { paths: ['/north/a'], uuid: randomUUID() };
    await deleteFiles(files.context, files.eva, remove, none);
    await mkdir('/north/a');
    await deleteFiles(files.context, files.eva, remove, none);
    expect(await files.tree()).toEqual({ '/north/a': null, '/north/a (2)': null });
  });

  test('a file is read in parts, and downloaded once by a ticket, alone or in a zip', async () => {
    await files.put({ '/north/grün.txt': '0123456789', '/north/b/c.txt': 'c', '/north/b/empty': '' });
    const part = await readFile(files.context, files.eva, { path: '/north/grün.txt', offset: 8, length: 100 }, none);
    expect(Buffer.concat(await part.stream(0, 2).toArray()).toString()).toBe('89');
    const outside = readFile(files.context, files.eva, { path: '/north/grün.txt', offset: 11, length: 1 }, none);
    expect(await refusalOf(outside)).toEqual({ code: 'range_outside' });
    const folder = readFile(files.context, files.eva, { path: '/north/b', offset: 0, length: 1 }, none);
    expect(await refusalOf(folder)).toEqual({ code: 'not_a_file' });

    const ticketOf = async (...paths: string[]) =>
      (await prepareFileDownload(files.context, files.eva, paths, () => undefined)).url.split('/').at(-1)!;
    const ticket = await ticketOf('/north/grün.txt');
    const file = await openDownload(files.context, ticket);
    expect(file).toMatchObject({ size: 10, saveAs: 'grün.txt' });
    expect(Buffer.concat(await file.stream(0, 10).toArray()).toString()).toBe('0123456789');
    expect(await refusalOf(openDownload(files.context, ticket))).toEqual({ code: 'not_found' });
    const zip = await openDownload(files.context, await ticketOf('/north/b', '/north/grün.txt'));
    expect(zip).toMatchObject({ type: 'application/zip', saveAs: 'files.zip' });
    expect(Buffer.concat(await zip.stream(0, Infinity).toArray())).toHaveLength(zip.size!);

    const late = await ticketOf('/north/b');
    await rm('/north/b');
    expect(await refusalOf(openDownload(files.context, late))).toEqual({ code: 'not_found' });
    const withdrawn = await ticketOf('/north/grün.txt');
    await files.context.db.write((tx) =>
      tx.updateTable('membership').set({ role_id: 1 }).where('user_id', '=', files.eva.userId).execute(),
    );
    expect(await refusalOf(openDownload(files.context, withdrawn))).toEqual({ code: 'not_found' });
  });

  // SQLite has one process.
  test.skipIf(engine === 'sqlite')('two processes at once neither double nor lose an entry', async () => {
    const opened = await openDatabase(files.bench.databasePlace);
    if (!opened.ok) throw new Error(opened.why);
    const other = { ...files.context, db: opened.db, jobs: createJobQueue(opened.db) };
    const both = [files.context, other];
    await files.put({ '/north/a/x': 'x', '/north/b/keep': 'k' });
    const made = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => makeFolder(both[n % 2]!, files.eva, { dir: `/north/new ${n % 5}` }, none)),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const moves = Array.from({ length: 10 }, (_, n) => {
      const to = n % 2 === 0 ? '/north/a' : '/north/b';
      const paths = n % 2 === 0 ? ['/north/b'] : ['/north/a'];
      return moveFiles(both[n % 2]!, files.eva, { paths, to }, none);
    });
    const moved = await Promise.allSettled(moves);
    expect(moved.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(1);
    const tree = Object.entries(await files.tree()).filter(([, text]) => text !== null);
    expect(tree.map(([path, text]) => [path.split('/').at(-1), text]).toSorted()).toEqual([
      ['keep', 'k'],
      ['x', 'x'],
    ]);
    await opened.db.close();
  });
});
