import './use-node-24.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createServer } from 'vite';
import { loadConfig } from '#server/config/load-config.ts';
import { CHECKOUT } from './checkout.ts';
import { onStopSignal } from './on-stop-signal.ts';

/**
 * `npm run dev`: the server, restarted whenever one of its files changes, behind Vite, which updates the page while you edit. The server runs in a
 * separate process, because Node watches only the files that it loads.
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
    // Links in mails open Vite's page.
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
console.log(`Page with live reload: http://${loaded.value.baseDomain}:${vite.config.server.port}`);
