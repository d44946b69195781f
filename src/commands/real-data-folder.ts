import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from './checkout.ts';

/** Real images are stored next to the checkout, never in it: patients gave them for testing, not for publishing. Null if there are none. */
export function realDataFolder(env: NodeJS.ProcessEnv = process.env): string | null {
  const folder = env['LIGHTSHIP_TEST_DATA'] ?? join(CHECKOUT, '..', 'shared', 'data');
  return existsSync(join(folder, 'manifest.json')) ? folder : null;
}
