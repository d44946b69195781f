import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CHECKOUT, toolPath } from '#commands/checkout.ts';
import { hashInputs } from '#commands/page-build.ts';

/** An installation as its owner left it after `npm run build`, of which whoever starts it may write nothing. */
let folder: string;
let installation: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lightship-read-only-'));
  installation = join(folder, 'installation');
  await mkdir(join(folder, 'own/home'), { recursive: true });
  for (const name of ['src', 'sw', 'public', 'index.html', 'purge.html', 'vite.config.ts', 'package.json', 'package-lock.json'])
    await cp(join(CHECKOUT, name), join(installation, name), { recursive: true });
  await mkdir(join(installation, 'node_modules'));
  for (const name of await readdir(join(CHECKOUT, 'node_modules')))
    await symlink(join(CHECKOUT, 'node_modules', name), join(installation, 'node_modules', name));
  await rm(join(installation, 'node_modules/.lightship-lock'), { force: true });
  await writeFile(join(installation, 'node_modules/.lightship-lock'), await lockHash());
  await mkdir(join(installation, 'dist'));
  await writeFile(join(installation, 'dist/index.html'), '<!doctype html><title>built before</title>');
  await writeFile(join(installation, 'dist/.inputs.sha256'), await hashInputs(installation));
});
afterEach(async () => {
  await changeModes(0o755, 0o644);
  await rm(folder, { recursive: true, force: true });
});

async function lockHash(): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await readFile(join(CHECKOUT, 'package-lock.json')));
  return Buffer.from(digest).toString('hex');
}

/** Of what was copied alone: behind the links to packages lie those of this checkout. */
async function walk(path: string): Promise<{ path: string; isFolder: boolean }[]> {
  const entries = await readdir(path, { withFileTypes: true });
  const below = await Promise.all(entries.filter((one) => one.isDirectory()).map((one) => walk(join(path, one.name))));
  const files = entries.filter((one) => one.isFile()).map((one) => ({ path: join(path, one.name), isFolder: false }));
  return [{ path, isFolder: true }, ...files, ...below.flat()];
}

async function changeModes(ofFolder: number, ofFile: number): Promise<void> {
  for (const { path, isFolder } of await walk(installation)) await chmod(path, isFolder ? ofFolder : ofFile);
}

/** Root writes wherever it likes, unless it has put that right down. */
const POWERLESS = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];

const npmStart = () => {
  const [program, ...words] = [...POWERLESS, 'npm', 'start'];
  return spawn(program!, words, {
    cwd: installation,
    env: {
      PATH: process.env['PATH']!.split(delimiter)
        .filter((one) => !one.includes('node_modules'))
        .join(delimiter),
      HOME: join(folder, 'own/home'),
      TMPDIR: join(folder, 'own'),
      LIGHTSHIP_DATA: join(folder, 'own/data'),
      LIGHTSHIP_PORT: '0',
      LIGHTSHIP_LOG: 'silent',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
};

/** Until it says this, or ends. */
async function untilSaid(child: ReturnType<typeof npmStart>, words: RegExp): Promise<string> {
  let said = '';
  const ended = once(child, 'close');
  const found = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (words.test(said)) resolve();
      });
  });
  await Promise.race([found, ended]);
  return said;
}

/** Every file and folder with its size and the moment of its last change. */
async function listing(): Promise<string[]> {
  const paths = (await walk(installation)).map(({ path }) => path).toSorted();
  return Promise.all(
    paths.map(async (path) => {
      const { size, mtimeMs } = await stat(path);
      return `${path} ${size} ${mtimeMs}`;
    }),
  );
}

it('npm start runs from an installation that it may not write to, and leaves nothing there', async () => {
  await changeModes(0o555, 0o444);
  const before = await listing();
  const child = npmStart();
  const said = await untilSaid(child, /Lightship is ready at (\S+)/);
  const { port } = new URL(/Lightship is ready at (\S+)/.exec(said)?.[1] ?? 'http://nothing');
  const answer = await fetch(`http://127.0.0.1:${port}/index.html`);
  expect(await answer.text()).toContain('built before');
  const ended = once(child, 'close');
  process.kill(-child.pid!, 'SIGTERM');
  await ended;
  expect(await listing()).toEqual(before);
  expect((await readdir(join(folder, 'own/data'))).length).toBeGreaterThan(0);
});

it.each([
  ['the page is older than the sources', () => writeFile(join(installation, 'index.html'), 'newer'), /dist is out of date/],
  [
    'the packages do not match the lock file',
    () => writeFile(join(installation, 'node_modules/.lightship-lock'), 'older'),
    /packages in .* do not match package-lock\.json/,
  ],
])('when %s it refuses, and says who can fix it', async (_what, change, words) => {
  await change();
  await changeModes(0o555, 0o444);
  const child = npmStart();
  const ended = once(child, 'close');
  const said = await untilSaid(child, /(?!)/);
  await ended;
  expect(said).toMatch(words);
  expect(said).toContain('Run npm run build as the owner of that folder.');
  expect(said).not.toMatch(/EACCES|EROFS|ready/);
});

it('npm run build creates what a start needs', async () => {
  const { scripts } = JSON.parse(await readFile(join(CHECKOUT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  expect(scripts['build']).toBe('node src/commands/build.ts');
  await new Promise<void>((resolve, reject) =>
    execFile(toolPath('node'), [join(CHECKOUT, 'src/commands/build.ts')], (error) => (error === null ? resolve() : reject(error))),
  );
  expect(await readFile(join(CHECKOUT, 'dist/.inputs.sha256'), 'utf8')).toBe(await hashInputs());
  const { bomFormat } = JSON.parse(await readFile(join(CHECKOUT, 'dist/sbom.cdx.json'), 'utf8')) as { bomFormat: string };
  expect(bomFormat).toBe('CycloneDX');
});
