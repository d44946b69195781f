import './use-node-24.ts';
import { backUp } from '#server/backup/back-up.ts';
import { fromCaller, refuse, runOnInstallation } from './installation-command.ts';

/** `npm run backup -- <folder>`: copies the installation that the settings name into a folder, while its server may be running. */
const [folder, ...others] = process.argv.slice(2);
if (folder === undefined || others.length > 0) refuse('Usage: npm run backup -- <folder>');
else await runOnInstallation(async (settings, progress) => [await backUp(settings, fromCaller(folder), progress)]);
