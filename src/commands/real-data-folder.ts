import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from './checkout.ts';

/** Real images lie beside the checkout and never in it: patients gave them for testing, not for publishing. Null where there are none. */
export function realDataFolder(env: NodeJS.ProcessEnv = process.env): string | null {
  const folder = env['LIGHTSHIP_TEST_DATA'] ?? join(CHECKOUT, '..', 'shared', 'data');
  return existsSync(join(folder, 'manifest.json')) ? folder : null;
}
