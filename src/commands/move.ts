import './use-node-24.ts';
import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { loadConfig, type LoadedConfig } from '#server/config/load-config.ts';
import { move } from '#server/backup/move.ts';
import { fromCaller, refuse, runOnInstallation } from './installation-command.ts';

/**
 * `npm run move -- <file>`: copies the stopped installation that the settings in the environment name to the one that the settings in the file
 * name. A file, because it has secrets, and because the server is started with it afterwards.
 */
const [path, ...others] = process.argv.slice(2);
if (path === undefined || others.length > 0) refuse('Usage: npm run move -- <file with the settings of the new installation>');
else await moveTo(path);

async function moveTo(path: string): Promise<void> {
  const to = await readSettings(path);
  if (!to.ok) return refuse(to.line);
  await runOnInstallation(async (settings, progress) => [
    ...(await move(settings, to.value, progress)),
    `Start the server with the settings in ${path}.`,
  ]);
}

async function readSettings(path: string): Promise<LoadedConfig> {
  let settings: NodeJS.Dict<string>;
  try {
    settings = parseEnv(await readFile(fromCaller(path), 'utf8'));
  } catch {
    return { ok: false, line: `${path} cannot be read.` };
  }
  const loaded = loadConfig(settings, []);
  if (!loaded.ok) return { ok: false, line: `In ${path}: ${loaded.line}` };
  const { database, objects } = loaded.value;
  const usesDisk = database.engine === 'sqlite' || objects.kind === 'disk';
  if (usesDisk && !settings['LIGHTSHIP_DATA'])
    return { ok: false, line: `${path} must set LIGHTSHIP_DATA, because the new installation stores data on the disk.` };
  return loaded;
}
