import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withCheckoutLock } from '#commands/checkout-lock.mjs';
import type { Machine } from './machine.ts';
import type { Found } from './tries.ts';

/** A folder with its packages and lock file. Installed on first use and after a change of the lock file. */
export async function installPackages(machine: Machine, folder: string): Promise<Found<string>> {
  const stamp = join(folder, 'node_modules/.lightship-lock');
  const wanted = createHash('sha256')
    .update(await readFile(join(folder, 'package-lock.json')))
    .digest('hex');
  return withCheckoutLock(join(folder, '.install-lock'), async () => {
    if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted) return { ok: true, value: folder };
    const words = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const installed = await machine.run('npm', words);
    if (!installed.ok) return installed;
    await writeFile(stamp, wanted);
    return { ok: true, value: folder };
  });
}
