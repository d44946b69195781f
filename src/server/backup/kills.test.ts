import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';
import { openRows } from '#server/db/rows/open-rows.ts';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { backUp } from './back-up.ts';
import { contentOf, createNewPlace, createUsedInstallation, type NewPlace, type UsedInstallation } from './backup-test-bench.ts';
import type { Installation } from './installation.ts';
import { readManifest } from './manifest.ts';
import { noProgress } from './progress.ts';

/** The commands as a person runs them, killed like by a power failure, and run again. */
let source: UsedInstallation;
let base: string;
let folder: string;
let places: NewPlace[];
beforeEach(async () => {
  source = await createUsedInstallation('sqlite');
  base = await mkdtemp(join(tmpdir(), 'lightship-kills-'));
  folder = join(base, 'backup');
  places = [];
});
afterEach(async () => {
  await source.bench.close();
  for (const place of places) await place.drop();
  await rm(base, { recursive: true, force: true });
});

function settingsOf({ database, objects, dataFolder }: Installation): Record<string, string> {
  return {
    LIGHTSHIP_DATA: dataFolder,
    ...(database.engine === 'postgres' ? { DATABASE_URL: database.url } : {}),
    ...(objects.kind === 's3'
      ? {
          LIGHTSHIP_S3_BUCKET: objects.bucket,
          LIGHTSHIP_S3_ENDPOINT: objects.endpoint,
          LIGHTSHIP_S3_PREFIX: objects.prefix,
          LIGHTSHIP_S3_ACCESS_KEY_ID: objects.accessKeyId,
          LIGHTSHIP_S3_SECRET_ACCESS_KEY: objects.secretAccessKey,
        }
      : {}),
  };
}

interface Ran {
  code: number | null;
  output: string;
}

function start(
  command: 'backup' | 'restore' | 'move',
  argument: string,
  settings: Record<string, string>,
): { child: ChildProcess; ended: Promise<Ran> } {
  const child = spawn(process.execPath, [`src/commands/${command}.ts`, argument], {
    cwd: CHECKOUT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => void (output += bytes.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { child, ended };
}

/** Kills it as soon as its output has the text. */
async function killAt(text: string, { child, ended }: ReturnType<typeof start>): Promise<void> {
  let said = '';
  const listen = (bytes: Buffer): void => {
    said += bytes.toString();
    if (said.includes(text)) child.kill('SIGKILL');
  };
  child.stderr!.on('data', listen);
  expect(await ended).toMatchObject({ code: null });
}

async function hasTables({ database }: Installation): Promise<boolean> {
  const opened = await openRows(database, 'fill');
  if (!opened.ok) throw new Error(opened.why);
  const found = await opened.db.hasTables();
  await opened.db.close();
  return found;
}

async function contentAt(installation: Installation): Promise<unknown> {
  await backUp(installation, join(base, 'content'), noProgress);
  return contentOf(join(base, 'content'));
}

/** Rows for which reading and writing takes some tenths of a second. */
async function addManyRows(): Promise<void> {
  const { context, eva } = source.bench;
  const rows = Array.from({ length: 1_000 }, (_, seq) => ({
    team_id: eva.teamId,
    seq: seq + 1_000,
    kind: 'x',
    ref: 'y'.repeat(300),
    created_at: 0,
  }));
  for (let times = 0; times < 20; times += 1)
    await context.db.write((tx) =>
      tx
        .insertInto('change')
        .values(rows.map((row) => ({ ...row, seq: row.seq + times * 1_000 })))
        .execute(),
    );
}

test('a backup killed while it copies rows or objects is completed by the next run [BACK-18]', async () => {
  await addManyRows();
  const settings = { ...settingsOf(source.installation), LIGHTSHIP_DATA: join(base, 'data') };
  await mkdir(settings.LIGHTSHIP_DATA);
  await symlink(
    source.installation.database.engine === 'sqlite' ? source.installation.database.folder : '',
    join(settings.LIGHTSHIP_DATA, 'database'),
  );
  await symlink(source.bench.diskFolder, join(settings.LIGHTSHIP_DATA, 'objects'));
  for (const text of ['Rows: 0 of', 'Objects: 0 of']) {
    await killAt(text, start('backup', folder, settings));
    expect(await readManifest(folder)).toBeNull();
  }
  expect(await start('backup', folder, settings).ended).toMatchObject({ code: 0, output: expect.stringContaining('5 objects') });
  expect(await contentOf(folder)).toEqual(await contentAt(source.installation));
});

test.each(TEST_ENGINES)('a restore to %s killed while it writes objects or rows is completed by the next run [BACK-18]', async (engine) => {
  await addManyRows();
  await backUp(source.installation, folder, noProgress);
  const place = await createNewPlace(engine, 's3');
  places.push(place);
  const settings = settingsOf(place.installation);
  const first = start('restore', folder, settings);
  let puts = 0;
  place.fake!.trouble = ({ method }) => {
    if (method === 'PUT' && (puts += 1) === 3) first.child.kill('SIGKILL');
    return false;
  };
  expect(await first.ended).toMatchObject({ code: null });
  expect(await hasTables(place.installation)).toBe(false);
  const held = place.fake!.objects.size;
  expect(held).toBeGreaterThanOrEqual(2);
  place.fake!.trouble = null;
  place.fake!.asked.splice(0);
  await killAt('Rows written: 0 of', start('restore', folder, settings));
  await killAt('Rows compared: 0 of', start('restore', folder, settings));
  expect(place.fake!.asked.filter((asked) => asked.startsWith('PUT'))).toHaveLength(5 - held);
  expect(await hasTables(place.installation)).toBe(false);
  const last = await start('restore', folder, settings).ended;
  expect(last).toMatchObject({ code: 0, output: expect.stringMatching(/5 objects .*all compared[^]*Start the server/) });
  expect(place.fake!.asked.filter((asked) => asked.startsWith('PUT'))).toHaveLength(5 - held);
  expect(await contentAt(place.installation)).toEqual(await contentOf(folder));
});

test('a move killed while it writes objects or rows is completed by the next run, and tells what to do then [BACK-16, BACK-18]', async () => {
  await addManyRows();
  await backUp(source.installation, folder, noProgress);
  const [old, place] = [await createNewPlace('sqlite', 'disk'), await createNewPlace(TEST_ENGINES.at(-1)!, 's3')];
  places.push(old, place);
  const settings = settingsOf({
    ...old.installation,
    database: { engine: 'sqlite', folder: join(old.installation.dataFolder, 'database') },
  });
  expect(await start('restore', folder, settings).ended).toMatchObject({ code: 0 });
  const file = join(base, 'new.env');
  const lines = Object.entries(settingsOf(place.installation)).map(([name, value]) => `${name}=${value}`);
  await writeFile(file, lines.join('\n'));
  await killAt('Objects: 0 of', start('move', file, settings));
  await killAt('Rows written: 0 of', start('move', file, settings));
  expect(await hasTables(place.installation)).toBe(false);
  const { code, output } = await start('move', file, settings).ended;
  expect(output).toContain(`Start the server with the settings in ${file}.`);
  expect(code).toBe(0);
  expect(await contentAt(place.installation)).toEqual(await contentOf(folder));
});
