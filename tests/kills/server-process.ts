import { loadConfig } from '#server/config.ts';
import { startServer } from '#server/main.ts';

/**
 * A server in a process of its own that can be killed: as `npm start`, with the page of the folder that it is given (flags follow it) and
 * without looking whether that page is the newest.
 */
const [pageFolder = '', ...flags] = process.argv.slice(2);
const loaded = loadConfig(process.env, flags);
if (!loaded.ok) throw new Error(loaded.line);
const server = await startServer(loaded.value, { pageFolder });
console.log(`Lightship is ready at ${server.url}`);
