import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHECKOUT } from '#commands/checkout.ts';

/**
 * The command on a checkout of its own, with an `npm` that writes down how it was called. What the real npm does with the real lock file is
 * seen by every pipeline, which begins with an empty node_modules.
 */
let checkout: string;

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'lightship-install-'));
  await writeFile(join(checkout, 'package-lock.json'), '{"lockfileVersion":3}');
  await mkdir(join(checkout, 'bin'));
  await npmThat('mkdir -p node_modules');
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

async function npmThat(does: string): Promise<void> {
  const file = join(checkout, 'bin/npm');
  await writeFile(file, `#!/bin/sh\necho "$@" >> ${checkout}/calls\n${does}\n`);
  await chmod(file, 0o755);
}

function ensureInstall(): Promise<{ code: number; stdout: string; stderr: string }> {
  const path = [join(checkout, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(CHECKOUT, 'src/commands/ensure-install.mjs')],
      // The Node of the test lies in node_modules/.bin, which the command takes out of PATH before it calls npm.
      { env: { PATH: path.join(delimiter), LIGHTSHIP_TEST_CHECKOUT: checkout } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

const calls = async (): Promise<string[]> => (await readFile(join(checkout, 'calls'), 'utf8').catch(() => '')).split('\n').filter(Boolean);

describe('before every npm script', () => {
  it('the packages are installed once, and one line says so', async () => {
    const first = await ensureInstall();
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Installing packages \(first start\) \.\.\. done in \d+ s\n$/) });
    expect(await ensureInstall()).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await calls()).toEqual([expect.stringMatching(/^ci --ignore-scripts --include=dev --include=optional/)]);
  });

  it('they are installed again when the lock file has changed', async () => {
    await ensureInstall();
    await writeFile(join(checkout, 'package-lock.json'), '{"lockfileVersion":3,"packages":{}}');
    expect((await ensureInstall()).stdout).toContain('package-lock.json has changed');
    expect(await calls()).toHaveLength(2);
  });

  it('two simultaneous starts install once', async () => {
    const both = await Promise.all([ensureInstall(), ensureInstall()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await calls()).toHaveLength(1);
  });

  it('a failed install is shown completely, and retried the next time', async () => {
    await npmThat('echo "npm error code ENOTFOUND" >&2; exit 7');
    expect(await ensureInstall()).toMatchObject({ code: 7, stderr: expect.stringContaining('ENOTFOUND') });
    await npmThat('mkdir -p node_modules');
    expect(await ensureInstall()).toMatchObject({ code: 0, stdout: expect.stringContaining('done in') });
  });

  it('a lock file without the binaries of other platforms is accepted', async () => {
    await npmThat(
      'if [ "$1" = ci ]; then echo "npm error Missing: @rollup/rollup-win32-x64-msvc@ from lock file" >&2; exit 1; fi; mkdir -p node_modules',
    );
    expect(await ensureInstall()).toMatchObject({ code: 0 });
    expect(await calls()).toEqual([expect.stringMatching(/^ci /), expect.stringMatching(/^install --no-save /)]);
  });

  it('a lock file that does not match package.json is refused', async () => {
    await npmThat('echo "npm error Missing: left-pad@1.3.0 from lock file" >&2; exit 1');
    expect(await ensureInstall()).toMatchObject({ code: 1, stderr: expect.stringContaining('left-pad') });
    expect(await calls()).toEqual([expect.stringMatching(/^ci /)]);
  });

  it('a library that Node lacks is installed for root, and named to everyone else', async () => {
    const error = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file';
    const node = join(checkout, 'node_modules/.bin/node');
    await npmThat(`mkdir -p node_modules/.bin; printf '#!/bin/sh\necho "${error}" >&2; exit 127\n' > ${node}; chmod +x ${node}`);
    const apt = join(checkout, 'bin/apt-get');
    await writeFile(apt, `#!/bin/sh\necho "apt-get $@" >> ${checkout}/calls\n[ "$1" = update ] || rm ${node}\n`, { mode: 0o755 });
    const { code, stdout, stderr } = await ensureInstall();
    const asked = (await calls()).filter((call) => call.startsWith('apt-get'));
    if (process.getuid?.() === 0) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('Installing libatomic1 with apt-get, which Node needs\n');
      expect(asked).toEqual(['apt-get update -qq', 'apt-get install -y --no-install-recommends libatomic1 -qq']);
    } else {
      expect({ code, asked }).toEqual({ code: 1, asked: [] });
      expect(stderr).toBe('The Node in node_modules needs libatomic.so.1. On Debian and Ubuntu: apt-get install libatomic1\n');
    }
  });
});
