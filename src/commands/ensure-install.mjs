/**
 * Runs before every npm script: makes sure that node_modules matches package-lock.json and that there is a Node that can run the sources. Plain
 * JavaScript for Node 18, because only this file is run by an old Node (npm puts node_modules/.bin first in PATH, with the Node that is installed
 * as a package). Compares contents and not presence, so that `git pull && npm start` installs what has changed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withCheckoutLock } from './checkout-lock.mjs';

const OLDEST_NODE = 24;
const LIBRARY = 'libatomic1';
const ROOT = process.env.LIGHTSHIP_TEST_CHECKOUT ?? fileURLToPath(new URL('../..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.lightship-lock');
// Not in node_modules, because `npm ci` removes that folder.
const LOCK = join(ROOT, '.install-lock');

process.exitCode = await ensureInstall();

async function ensureInstall() {
  if (!isInstalled()) {
    if (!isWritable()) {
      process.stderr.write(
        `The packages in ${MODULES} do not match package-lock.json, and this user may not write there. Run npm run build as the owner of that folder.\n`,
      );
      return 1;
    }
    // After waiting for another install, the packages may be up to date.
    const code = await withCheckoutLock(LOCK, async () => (isInstalled() ? 0 : install()));
    if (code !== 0) return code;
  }
  return checkNode();
}

function isInstalled() {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockHash();
}

/** An installation may belong to another user. Then it can only be started, once it is installed. */
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
  // A registry without the binaries of other platforms creates a lock file without them, which `npm ci` refuses and `npm install` accepts. Both
  // keep the versions and hashes of the lock file, and neither writes it.
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

/** Without scripts: the packages are complete, and npm would recompile SQLite, for which a bare machine has no compiler. */
function npm(...words) {
  return spawnSync(
    'npm',
    [...words, '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: ROOT,
      env: { ...process.env, PATH: pathWithoutModules() },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  );
}

/** npm writes such a package without a version: "Missing: @rollup/rollup-win32-x64-msvc@ from lock file". */
function lacksOtherPlatformsOnly(message) {
  const complaints = message.split('\n').filter((line) => /(Missing|Invalid): /.test(line));
  return complaints.length > 0 && complaints.every((line) => /Missing: \S+@ from lock file$/.test(line.trim()));
}

/** `npm ci` deletes node_modules/.bin/node, so that must not be the Node that runs it. */
function pathWithoutModules() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter);
}

/** The Node that npm will use for the script, which may differ from the one that runs this file. */
function checkNode() {
  let node = askNode();
  if (node.lacks !== undefined) {
    if (!installLibrary()) {
      process.stderr.write(`The Node in node_modules needs ${node.lacks}. On Debian and Ubuntu: apt-get install ${LIBRARY}\n`);
      return 1;
    }
    node = askNode();
  }
  if (Number(node.version.split('.')[0]) >= OLDEST_NODE) return 0;
  process.stderr.write(
    `Lightship needs Node ${OLDEST_NODE} or later; found ${node.version}, and no package provides a newer version for this machine.\n`,
  );
  return 1;
}

function askNode() {
  const path = [join(MODULES, '.bin'), process.env.PATH ?? ''].join(delimiter);
  const asked = spawnSync('node', ['-p', 'process.versions.node'], { env: { ...process.env, PATH: path }, encoding: 'utf8' });
  const missing = /error while loading shared libraries: (libatomic[\w.]+)/.exec(asked.stderr ?? '');
  if (missing) return { version: '0', lacks: missing[1] };
  // If PATH has no node at all, this one runs the script too.
  return { version: asked.status === 0 ? asked.stdout.trim() : process.versions.node };
}

/** A bare Debian lacks one library that Node's official build needs. */
function installLibrary() {
  if (process.getuid?.() !== 0) return false;
  process.stdout.write(`Installing ${LIBRARY} with apt-get, which Node needs\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...words) => spawnSync('apt-get', [...words, '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  return apt('update') && apt('install', '-y', '--no-install-recommends', LIBRARY);
}
