import './use-node-24.ts';
import { loadConfig } from '#server/config/load-config.ts';
import { startServer, StartRefusal, type RunningServer } from '#server/main.ts';
import { startLocalWorker } from './local-worker.ts';
import { onStopSignal } from './on-stop-signal.ts';
import { buildPageIfStale } from './page-build.ts';

/**
 * `npm start`: the whole product on this machine. `--demo` adds teams, accounts and studies. Problems that the user can fix are printed as one line
 * with exit code 1; anything else is a bug and shows its stack.
 */
const WITHOUT_PAGE = '--without-page';

const refusal = await start(process.argv.slice(2));
if (refusal !== null) {
  console.error(refusal);
  process.exitCode = 1;
}

/** Null once the server is running. */
async function start(flags: readonly string[]): Promise<string | null> {
  const loaded = loadConfig(
    process.env,
    flags.filter((flag) => flag !== WITHOUT_PAGE),
  );
  if (!loaded.ok) return loaded.line;
  // Developers get the page from Vite, and tests of the API need none.
  if (!flags.includes(WITHOUT_PAGE)) {
    const build = await buildPageIfStale(() => console.log('Building the page ...'));
    if (!build.ok) return `The page could not be built.\n${build.output}`;
  }
  try {
    const server = await startServer(loaded.value);
    const worker = loaded.value.localWorker ? startLocalWorker(server, loaded.value.dataFolder) : null;
    onStopSignal(async () => {
      worker?.stop();
      await server.close();
    });
    void server.outdated.then(async (line) => {
      console.error(line);
      await server.close();
      process.exit(1);
    });
    announce(server);
    return null;
  } catch (error) {
    if (error instanceof StartRefusal) return error.message;
    throw error;
  }
}

/** The ready line comes last, so that a process waiting for it has read the rest. */
function announce({ url, setUpCode, demoAccounts, restoredTriggers, runsNetworks }: RunningServer): void {
  if (restoredTriggers.length > 0) {
    console.log(`The audit trail was not protected: ${restoredTriggers.join(', ')} in the database. The protection is restored.`);
    console.log('Verify the trail with a number and a hash that you stored earlier (docs/deployment.md).');
  }
  if (setUpCode !== null) console.log(`One-time code for the first account, at ${url}/get-started: ${setUpCode}`);
  if (demoAccounts.length > 0) {
    console.log('Demo accounts:');
    for (const { email, password } of demoAccounts) console.log(`  ${email.padEnd(24)} ${password}`);
  }
  if (!isTrustedByBrowsers(url)) {
    console.log(`Browsers do not store data for a page at ${url}. Use https through a proxy (docs/deployment.md).`);
  }
  if (!runsNetworks)
    console.log(
      'Networks do not run on this machine, because the package onnxruntime-node is missing: their inferences wait for a worker.',
    );
  console.log(`Lightship is ready at ${url}`);
}

/** Over plain http, browsers allow service workers and cryptography only for names of this machine. */
function isTrustedByBrowsers(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}
