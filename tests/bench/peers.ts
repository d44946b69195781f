import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHECKOUT } from '#commands/checkout.ts';

/** What Lightship is measured beside. A folder with packages and a lock file of its own: the product and its tests never install it. */
export const PEERS = join(CHECKOUT, 'tests/bench/peers');
const STAMP = join(PEERS, 'node_modules/.lightship-lock');

/** Installs them the first time, and when their lock file has changed. */
export async function installPeers(): Promise<{ ok: true } | { ok: false; reason: string }> {
  const wanted = createHash('sha256')
    .update(await readFile(join(PEERS, 'package-lock.json')))
    .digest('hex');
  if (existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === wanted) return { ok: true };
  console.log('Installing what is measured beside: npm ci --prefix tests/bench/peers');
  const words = ['ci', '--prefix', PEERS, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await promisify(execFile)('npm', words, { cwd: PEERS, shell: process.platform === 'win32' });
  } catch (error) {
    return { ok: false, reason: `the peers could not be installed (${error instanceof Error ? error.message.split('\n')[0] : 'npm'})` };
  }
  await writeFile(STAMP, wanted);
  return { ok: true };
}
