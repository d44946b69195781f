/**
 * Before every npm script: node_modules is what package-lock.json says, and a Node that runs the sources is there. Plain JavaScript that
 * Node 18 can run: it is the only file here that meets an old Node (npm puts node_modules/.bin first in PATH, and with it the Node
 * that is installed as a package). Compares content, not presence, so that `git pull && npm start` installs what has changed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withCheckoutLock } from './checkout-lock.mjs';

const OLDEST_NODE = 24;
const ROOT = process.env.LIGHTSHIP_TEST_CHECKOUT ?? fileURLToPath(new URL('../..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.lightship-lock');
// Not in node_modules: `npm ci` removes that folder whole.
const LOCK = join(ROOT, '.install-lock');

process.exitCode = await ensureInstall();

async function ensureInstall() {
  if (!isInstalled()) {
    if (!isWritable()) {
      process.stderr.write(
        `The packages in ${MODULES} are not those of package-lock.json, and this user may not write there. Run npm run build as its owner.\n`,
      );
      return 1;
    }
    // Who waited for another install finds the work done.
    const code = await withCheckoutLock(LOCK, async () => (isInstalled() ? 0 : install()));
    if (code !== 0) return code;
  }
  return checkNode();
}

function isInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockHash();
}

/** An installation may belong to somebody else: then it is only started, once it is installed. */
function isWritable() {
  try {
    accessSync(ROOT, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
}

function install() {
  const startedMs = Date.now();
  const why = existsSync(MODULES) ? 'package-lock.json has changed' : 'first start';
  process.stdout.write(`Installing packages (${why}) ... `);
  const wanted = lockHash();
  let done = npm('ci');
  // A registry that lacks the binaries of other platforms makes a lock file without them, which `npm ci` refuses and `npm install` takes.
  // Both keep to the versions and hashes of the lock file, and neither writes it.
  if (done.status !== 0 && lacksOtherPlatformsOnly(done.stderr)) done = npm('install', '--no-save');
  if (done.status !== 0) {
    process.stdout.write('failed\n');
    process.stderr.write(done.stderr || done.stdout || `npm: ${done.error ? done.error.message : 'no output'}\n`);
    return done.status || 1;
  }
  writeFileSync(STAMP, wanted);
  process.stdout.write(`done in ${Math.round((Date.now() - startedMs) / 1000)} s\n`);
  return 0;
}

function npm(...words) {
  return spawnSync('npm', [...words, '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    env: { ...process.env, PATH: pathWithoutModules() },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
}

/** npm writes such a package without a version: "Missing: @rollup/rollup-win32-x64-msvc@ from lock file". */
function lacksOtherPlatformsOnly(message) {
  const complaints = message.split('\n').filter((line) => /(Missing|Invalid): /.test(line));
  return complaints.length > 0 && complaints.every((line) => /Missing: \S+@ from lock file$/.test(line.trim()));
}

/** `npm ci` deletes node_modules/.bin/node: it must not be the Node that runs it. */
function pathWithoutModules() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter);
}

/** The Node that npm will run the script with, which need not be the one that runs this file. */
function checkNode() {
  const path = [join(MODULES, '.bin'), process.env.PATH ?? ''].join(delimiter);
  let version = process.versions.node;
  try {
    version = execFileSync('node', ['-p', 'process.versions.node'], { env: { ...process.env, PATH: path }, encoding: 'utf8' }).trim();
  } catch {
    // No node on PATH at all: then this one runs the script too.
  }
  if (Number(version.split('.')[0]) >= OLDEST_NODE) return 0;
  process.stderr.write(
    `Lightship needs Node ${OLDEST_NODE} or later; found ${version}, and no package with a newer one for this machine.\n`,
  );
  return 1;
}
