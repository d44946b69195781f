import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openForTampering } from '#server/audit/audit-test-bench.ts';
import { MIGRATIONS } from '#server/db/migrations.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openRows } from '#server/db/rows/open-rows.ts';
import { migrationsNamed } from '#server/db/rows/tables.ts';
import { createJobQueue } from '#server/jobs/job-queue.ts';
import { uploadStatus } from '#server/rules/uploads/uploads-status.ts';
import { openObjects } from '#server/storage/open-objects.ts';
import { backUp } from './back-up.ts';
import {
  contentOf,
  createNewPlace,
  createUsedInstallation,
  HOSTILE,
  LARGE,
  type NewPlace,
  type UsedInstallation,
} from './backup-test-bench.ts';
import { MANIFEST, readManifest, type Manifest } from './manifest.ts';
import { move } from './move.ts';
import { noProgress, type Progress } from './progress.ts';
import { restore } from './restore.ts';

const progress = noProgress;

let source: UsedInstallation;
let base: string;
let folder: string;
let place: NewPlace;
beforeEach(async () => {
  source = await createUsedInstallation('sqlite');
  place = await createNewPlace('sqlite', 'disk');
  base = await mkdtemp(join(tmpdir(), 'lightship-backup-'));
  folder = join(base, 'backup');
});
afterEach(async () => {
  await source.bench.close();
  await place.drop();
  await rm(base, { recursive: true, force: true });
});

const takeBackup = (with_: Progress = progress) => backUp(source.installation, folder, with_);
const manifest = async (): Promise<Manifest> => (await readManifest(folder))!;
const inSnapshot = async (name: string) => join(folder, (await manifest()).snapshot, name);
const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Counts the objects that are written. */
async function written(work: () => Promise<unknown>): Promise<number> {
  const before = new Set(await Promise.all((await filesIn(join(folder, 'objects'))).map(async (path) => (await stat(path)).ino)));
  await work();
  const after = await Promise.all((await filesIn(join(folder, 'objects'))).map(async (path) => (await stat(path)).ino));
  return after.filter((inode) => !before.has(inode)).length;
}

async function hasTables(): Promise<boolean> {
  const opened = await openRows(place.installation.database, 'fill');
  if (!opened.ok) throw new Error(opened.why);
  const found = await opened.db.hasTables();
  await opened.db.close();
  return found;
}

describe('a backup', () => {
  test('holds values exactly, is only for its owner, and is checked by sha256sum [BACK-14]', async () => {
    expect(await takeBackup()).toMatch(/^Backed up: [\d,]+ rows of \d+ tables, 5 objects \(.* kB\), 5 of them new\.$/);
    const labels = (await readFile(await inSnapshot('label.jsonl'), 'utf8')).trim().split('\n');
    expect(labels).toEqual([expect.stringContaining(String(LARGE))]);
    expect(labels[0]).toContain(JSON.stringify(HOSTILE));
    const modes = await Promise.all(
      (await readdir(folder, { recursive: true })).map(async (name) => (await stat(join(folder, name))).mode & 0o777),
    );
    expect(new Set([...modes, (await stat(folder)).mode & 0o777])).toEqual(new Set([0o700, 0o600]));
    const { stdout } = await promisify(execFile)('sha256sum', ['-c', await inSnapshot('objects.sha256')], { cwd: folder });
    expect(stdout.match(/: OK$/gm)).toHaveLength(5);
  });

  test('into the same folder copies only new objects and replaces the rows [BACK-14]', async () => {
    await takeBackup();
    const first = await manifest();
    await source.bench.context.objects.write('team-1/new', Buffer.from('new'));
    await source.bench.context.db.write((tx) => tx.deleteFrom('label').execute());
    expect(await written(takeBackup)).toBe(1);
    const second = await manifest();
    expect(second.objects.count).toBe(first.objects.count + 1);
    expect(second.tables.find(({ name }) => name === 'label')!.rows).toBe(0);
    expect((await readdir(folder)).filter((name) => name.startsWith('snapshot-'))).toEqual([second.snapshot]);
  });

  test('copies an object again that is cut short in the folder, and compares those that its catalogue does not know [BACK-14]', async () => {
    await takeBackup();
    const before = await contentOf(folder);
    const [cut, changed] = (await filesIn(join(folder, 'objects'))).toSorted();
    await truncate(cut!, 5);
    for (const name of await readdir(folder)) if (name.startsWith('catalogue')) await rm(join(folder, name));
    await writeFile(changed!, Buffer.alloc((await stat(changed!)).size, 1));
    await takeBackup();
    expect(await contentOf(folder)).toEqual(before);
    await restore(folder, place.installation, { progress });
  });

  test('that is interrupted is not complete, and the next run completes it [BACK-14]', async () => {
    const failing: Progress = { ...noProgress, begin: (what) => void (what === 'Objects' && fail()) };
    await expect(takeBackup(failing)).rejects.toThrow('planned');
    await expect(restore(folder, place.installation, { progress })).rejects.toThrow(`${folder} is not a complete backup`);
    await takeBackup();
    await expect(takeBackup(failing)).rejects.toThrow('planned');
    // The earlier one is valid until the next is complete.
    await restore(folder, place.installation, { progress });
  });

  test('leaves out an object that is removed meanwhile', async () => {
    const removing: Progress = {
      ...noProgress,
      begin: (what) => void (what === 'Objects' && removeTeams(source.bench.diskFolder)),
    };
    expect(await takeBackup(removing)).toContain(' 0 objects');
  });

  test('of an empty store is refused if rows refer to objects: it may not be mounted', async () => {
    await source.bench.context.objects.removeAll('team-1');
    await expect(takeBackup()).rejects.toThrow(/no objects at .*Is the store mounted/);
    await expect(readManifest(folder)).resolves.toBeNull();
  });

  test('into a folder with other files, or in the data folder, is refused', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'letter.txt'), 'x');
    await expect(takeBackup()).rejects.toThrow('has other files than those of a backup, such as letter.txt');
    expect(await readdir(folder)).toEqual(['letter.txt']);
    const inside = join(source.installation.dataFolder, 'backup');
    await expect(backUp(source.installation, inside, progress)).rejects.toThrow('is in LIGHTSHIP_DATA');
    await rm(inside, { recursive: true });
  });

  test('waits for no other: a second one into the same folder is refused', async () => {
    let second: Promise<unknown> | undefined;
    await takeBackup({ ...noProgress, begin: () => void (second ??= takeBackup().catch((error: unknown) => error)) });
    expect(String(await second)).toContain('Another command is using');
  });

  test('of nothing is refused', async () => {
    await expect(backUp(place.installation, folder, progress)).rejects.toThrow('There is no database at');
  });
});

describe('a restore', () => {
  beforeEach(() => takeBackup());

  async function expectRefused(text: string | RegExp, options: { withoutDamaged?: boolean } = {}): Promise<void> {
    await expect(restore(folder, place.installation, { progress, ...options })).rejects.toThrow(text);
    expect(await hasTables()).toBe(false);
  }

  test('into a database with tables, or in use, is refused [BACK-15]', async () => {
    await restore(folder, place.installation, { progress });
    await expect(restore(folder, place.installation, { progress })).rejects.toThrow('is not empty, and nothing of it is overwritten');
    await expect(restore(folder, source.installation, { progress })).rejects.toThrow('A server or another command is using');
  });

  test.each([
    ['without its manifest', async () => rm(join(folder, MANIFEST)), 'is not a complete backup: manifest.json is missing'],
    ['with a damaged manifest', async () => truncate(join(folder, MANIFEST), 100), `manifest.json is damaged`],
    ['with a changed row', async () => change(await inSnapshot('study.jsonl')), 'study.jsonl is damaged'],
    ['with rows cut short', async () => truncate(await inSnapshot('file.jsonl'), 10), 'file.jsonl is damaged'],
    ['without the rows of a table', async () => rm(await inSnapshot('piece.jsonl')), 'piece.jsonl is missing from the backup'],
    ['with a changed list of objects', async () => change(await inSnapshot('objects.sha256')), 'objects.sha256 is damaged'],
    [
      'of a newer version',
      async () => rewrite({ migrations: [...(await manifest()).migrations, '9999-later'] }),
      'The backup is of a newer version of Lightship (it has 9999-later)',
    ],
    ['without a table', async () => rewrite({ tables: (await manifest()).tables.slice(1) }), 'manifest.json is damaged'],
  ])('of a backup %s is refused by name, and nothing is written [BACK-15]', async (_, damage, text) => {
    await damage();
    await expectRefused(text);
    // The lock and an empty database.
    expect(await readdir(place.installation.dataFolder)).toEqual(['database']);
  });

  test.each(['changed', 'missing', 'cut short'] as const)(
    'of a backup with an object that is %s is refused by name, and possible without it [BACK-15]',
    async (how) => {
      const { object_key: key } = await source.bench.context.db.read
        .selectFrom('piece')
        .innerJoin('file', 'file.id', 'piece.file_id')
        .select('object_key')
        .where('client_file_id', '=', 'f1')
        .executeTakeFirstOrThrow();
      const path = join(folder, 'objects', key);
      if (how === 'changed') await change(path);
      if (how === 'missing') await rm(path);
      if (how === 'cut short') await truncate(path, 3);
      await expectRefused(`Damaged or missing in the backup: objects/${key}. No rows were written.`);
      const lines = await restore(folder, place.installation, { progress, withoutDamaged: true });
      expect(lines[1]).toBe(`Damaged or missing in the backup: objects/${key}. Devices that still have their files send them again.`);
      const opened = await openDatabase(place.installation.database);
      if (!opened.ok) throw new Error(opened.why);
      const { bench, upload } = source;
      const context = {
        ...bench.context,
        db: opened.db,
        objects: await openObjects(place.installation.objects),
        jobs: createJobQueue(opened.db),
      };
      const { files } = await uploadStatus(context, bench.eva, upload.session);
      expect(files.map((file) => [file.file_id, file.proved])).toEqual([
        ['f0', true],
        ['f1', false],
        ['f2', true],
      ]);
      await opened.db.close();
    },
  );

  test('of a backup of an earlier version ends with the newest tables [BACK-15]', async () => {
    const earlier = Object.keys(MIGRATIONS).filter((name) => name < '0047');
    const old = await createNewPlace('sqlite', 'disk');
    const opened = await openRows(old.installation.database, 'fill');
    if (!opened.ok) throw new Error(opened.why);
    await opened.db.fill(async ({ tx }) => migrate(tx, migrationsNamed(earlier)));
    await opened.db.close();
    await backUp(old.installation, join(base, 'old'), progress);
    expect((await readManifest(join(base, 'old')))!.migrations).toEqual(earlier);
    await restore(join(base, 'old'), place.installation, { progress });
    await backUp(place.installation, join(base, 'new'), progress);
    expect((await readManifest(join(base, 'new')))!.migrations).toEqual(Object.keys(MIGRATIONS));
    await old.drop();
  });

  test('says where the chain of the audit trail was broken before, and keeps the records as they are', async () => {
    const { db } = source.bench.context;
    await openForTampering(db);
    await db.write((tx) => tx.updateTable('audit_record').set({ subject: 'another' }).where('seq', '=', 7).execute());
    await rm(folder, { recursive: true });
    await takeBackup();
    expect((await restore(folder, place.installation, { progress })).at(-1)).toBe(
      'The audit trail is as it was, and its chain is broken at record 7. It was broken before.',
    );
  });
});

describe('a move', () => {
  test('of a running server, or into a database with tables, is refused, and both stay as they were [BACK-16]', async () => {
    await expect(move(source.installation, place.installation, progress)).rejects.toThrow('A server or another command is using');
    await takeBackup();
    await restore(folder, place.installation, { progress });
    const other = await createNewPlace('sqlite', 'disk');
    await restore(folder, other.installation, { progress });
    await expect(move(other.installation, place.installation, progress)).rejects.toThrow('is not empty, and nothing of it is overwritten');
    await other.drop();
  });

  test('of a database that a newer version has used is refused', async () => {
    await takeBackup();
    await restore(folder, place.installation, { progress });
    const opened = await openDatabase(place.installation.database);
    if (!opened.ok) throw new Error(opened.why);
    await opened.db.write((tx) => sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(tx));
    await opened.db.close();
    const other = await createNewPlace('sqlite', 'disk');
    await expect(move(place.installation, other.installation, progress)).rejects.toThrow('The database is of a newer version of Lightship');
    await other.drop();
  });
});

/** Everything that has a key. */
function removeTeams(disk: string): void {
  for (const name of readdirSync(disk)) if (name.startsWith('team-')) rmSync(join(disk, name), { recursive: true });
}

function fail(): never {
  throw new Error('planned');
}

async function change(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  await writeFile(path, bytes);
}

async function rewrite(part: Partial<Manifest>): Promise<void> {
  await writeFile(join(folder, MANIFEST), JSON.stringify({ ...(await manifest()), ...part }));
}
