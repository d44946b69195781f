import './use-node-24.ts';
import { restore } from '#server/backup/restore.ts';
import { fromCaller, refuse, runOnInstallation } from './installation-command.ts';

/**
 * `npm run restore -- <folder>`: fills the new installation that the settings name from a backup. `--without-damaged` leaves out objects that are
 * damaged or missing in the backup.
 */
const WITHOUT_DAMAGED = '--without-damaged';
const words = process.argv.slice(2);
const [folder, ...others] = words.filter((word) => word !== WITHOUT_DAMAGED);
const withoutDamaged = words.includes(WITHOUT_DAMAGED);
if (folder === undefined || others.length > 0) refuse(`Usage: npm run restore -- <folder> [${WITHOUT_DAMAGED}]`);
else
  await runOnInstallation(async (settings, progress) => [
    ...(await restore(fromCaller(folder), settings, { progress, withoutDamaged })),
    'Start the server.',
  ]);
