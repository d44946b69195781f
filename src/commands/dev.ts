import './use-node-24.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'vite';
import { loadConfig } from '#server/config.ts';
import { CHECKOUT } from './checkout.ts';
import { onStopSignal } from './on-stop-signal.ts';

/**
 * `npm run dev`: the server, started again whenever one of its files changes, and Vite before it: the page follows the editor. The server
 * runs in a process of its own, because Node watches only what it loads.
 */
const flags = process.argv.slice(2);
const loaded = loadConfig(process.env, flags);
if (!loaded.ok) {
  console.error(loaded.line);
  process.exit(1);
}

const PAGE_PORT = 5173;
const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(CHECKOUT, 'src/commands/start.ts'), '--without-page', ...flags],
  {
    cwd: CHECKOUT,
    stdio: 'inherit',
    // The links in mails open the page that follows the editor.
    env: { LIGHTSHIP_PUBLIC_URL: `http://${loaded.value.baseDomain}:${PAGE_PORT}`, ...process.env },
  },
);
const vite = await createServer({ root: CHECKOUT, server: { host: '127.0.0.1', port: PAGE_PORT } });
onStopSignal(async () => {
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  await Promise.all([gone, vite.close()]);
});
await vite.listen();
console.log(`The page, as it is written: http://${loaded.value.baseDomain}:${vite.config.server.port}`);
