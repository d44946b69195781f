import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, constants, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withCheckoutLock } from './checkout-lock.mjs';
import { CHECKOUT, toolEnvironment, toolPath } from './checkout.ts';
import { lockToSbom, type Lock } from './sbom.ts';

/**
 * The page is built if its inputs have changed. The check uses contents and not times, because `git switch` back and forth gives new times for the
 * same page. The stamp is in dist and is written last, so that an interrupted build does not count.
 */
const INPUTS = [
  ...['app', 'features', 'ui', 'api', 'localdb', 'sync', 'transfer', 'imaging', 'model', 'contract', 'workers', 'language'].map(
    (folder) => `src/${folder}`,
  ),
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'src/commands/sbom.ts',
];
const DIST = join(CHECKOUT, 'dist');
const STAMP = join(DIST, '.inputs.sha256');
const LOCK = join(CHECKOUT, '.build-lock');
/** The bill of materials, stored with the page but not served (src/server/routes/http/static-page.ts). */
const SBOM_FILE = 'sbom.cdx.json';

export type PageBuild = { ok: true; built: boolean; seconds: number } | { ok: false; output: string };

export async function buildPageIfStale(beforeBuild: () => void = () => undefined): Promise<PageBuild> {
  const startedMs = performance.now();
  const done = (built: boolean): PageBuild => ({ ok: true, built, seconds: (performance.now() - startedMs) / 1000 });
  if (await isFresh()) return done(false);
  if (!(await isWritable())) return { ok: false, output: NOT_WRITABLE };
  return withCheckoutLock(LOCK, async () => {
    // After waiting for another build, the page may be up to date.
    const wanted = await hashInputs();
    if ((await savedStamp()) === wanted) return done(false);
    beforeBuild();
    return (await build(wanted)) ?? done(true);
  });
}

const NOT_WRITABLE = `dist is out of date, and this user may not write to ${CHECKOUT}. Run npm run build as the owner of that folder.`;

/** An installation may belong to another user. Then it can only be started, once it is built. */
function isWritable(): Promise<boolean> {
  return access(CHECKOUT, constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function isFresh(): Promise<boolean> {
  return (await savedStamp()) === (await hashInputs());
}

function savedStamp(): Promise<string | null> {
  return readFile(STAMP, 'utf8').catch(() => null);
}

/** Names and contents, independent of the order in the file system. Tests are not part of the page. */
export async function hashInputs(root: string = CHECKOUT, inputs: readonly string[] = INPUTS): Promise<string> {
  const files = (await Promise.all(inputs.map((input) => filesUnder(root, input)))).flat().toSorted();
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash('sha256');
  for (const [index, file] of files.entries()) {
    const bytes = contents[index]!;
    hash.update(`${file}\0${bytes.byteLength}\0`).update(bytes);
  }
  return hash.digest('hex');
}

async function filesUnder(root: string, path: string): Promise<string[]> {
  try {
    const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
  } catch (error) {
    if (hasCode(error, 'ENOTDIR')) return [path];
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Built in another folder and then renamed, so that a running server never serves a mix of both. */
async function build(inputs: string): Promise<{ ok: false; output: string } | null> {
  const next = 'dist.next';
  try {
    await promisify(execFile)(toolPath('vite'), ['build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'], {
      cwd: CHECKOUT,
      env: { ...toolEnvironment(), NODE_ENV: 'production' },
      maxBuffer: 16 * 1024 * 1024,
    });
  } catch (error) {
    await rm(join(CHECKOUT, next), { recursive: true, force: true });
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    return { ok: false, output: `${stdout ?? ''}${stderr ?? ''}`.trim() || String(error) };
  }
  const lock = JSON.parse(await readFile(join(CHECKOUT, 'package-lock.json'), 'utf8')) as Lock;
  await writeFile(join(CHECKOUT, next, SBOM_FILE), `${JSON.stringify(lockToSbom(lock), null, 2)}\n`);
  await writeFile(join(CHECKOUT, next, '.inputs.sha256'), inputs);
  const old = `${DIST}.old`;
  await rm(old, { recursive: true, force: true });
  await rename(DIST, old).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
  });
  await rename(join(CHECKOUT, next), DIST);
  await rm(old, { recursive: true, force: true });
  return null;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
