import { onStopSignal } from '#commands/on-stop-signal.ts';
import { changeSources } from './source-changes.ts';

/** A server in a separate process, like tests/kills/server-process.ts, which also stops in order and whose sources are changed as it loads them. */
const [pageFolder = ''] = process.argv.slice(2);
const allApplied = changeSources((process.env['TEST_SOURCE_CHANGES'] ?? '').split(',').filter((name) => name !== ''));
// Loaded only now, with the changes.
const [{ loadConfig }, { startServer }] = await Promise.all([import('#server/config/load-config.ts'), import('#server/main.ts')]);
allApplied();
const loaded = loadConfig(process.env, []);
if (!loaded.ok) throw new Error(loaded.line);
const server = await startServer(loaded.value, { pageFolder });
onStopSignal(() => server.close());
console.log(`Lightship is ready at ${server.url}`);
