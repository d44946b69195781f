import { startLocalWorker } from '#commands/local-worker.ts';
import { loadConfig } from '#server/config/load-config.ts';
import { startServer } from '#server/main.ts';

/**
 * A server in a separate process that can be killed: like `npm start`, with the page in the folder of the first argument, followed by flags.
 * It does not check whether that page is up to date.
 */
const [pageFolder = '', ...flags] = process.argv.slice(2);
const loaded = loadConfig(process.env, flags);
if (!loaded.ok) throw new Error(loaded.line);
const server = await startServer(loaded.value, { pageFolder });
if (loaded.value.localWorker) startLocalWorker(server, loaded.value.dataFolder);
console.log(`Lightship is ready at ${server.url}`);
