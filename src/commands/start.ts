import './use-node-24.ts';
import { loadConfig } from '#server/config.ts';
import { startServer, StartRefusal, type RunningServer } from '#server/main.ts';
import { onStopSignal } from './on-stop-signal.ts';
import { buildPageIfStale } from './page-build.ts';

/**
 * `npm start`: the whole product on this machine. `--demo` adds teams, accounts and studies. What a person can mend is one line and
 * exit code 1; anything else is a fault of the program and shows its stack.
 */
const WITHOUT_PAGE = '--without-page';

const refusal = await start(process.argv.slice(2));
if (refusal !== null) {
  console.error(refusal);
  process.exitCode = 1;
}

/** Null once it runs. */
async function start(flags: readonly string[]): Promise<string | null> {
  const loaded = loadConfig(
    process.env,
    flags.filter((flag) => flag !== WITHOUT_PAGE),
  );
  if (!loaded.ok) return loaded.line;
  // Developers have the page from Vite, and tests of the API need none.
  if (!flags.includes(WITHOUT_PAGE)) {
    const build = await buildPageIfStale(() => console.log('Building the page ...'));
    if (!build.ok) return `The page could not be built.\n${build.output}`;
  }
  try {
    const server = await startServer(loaded.value);
    onStopSignal(() => server.close());
    announce(server);
    return null;
  } catch (error) {
    if (error instanceof StartRefusal) return error.message;
    throw error;
  }
}

/** The ready line comes last: whoever waits for it has read all the rest. */
function announce({ url, setUpCode, demoAccounts, restoredTriggers }: RunningServer): void {
  if (restoredTriggers.length > 0) {
    console.log(`The audit trail was open to changes: ${restoredTriggers.join(', ')} missing or changed in the database, now put back.`);
    console.log('Verify it with a number and a hash that you kept (docs/deployment.md).');
  }
  if (setUpCode !== null) console.log(`One-time code for the first account, at ${url}/get-started: ${setUpCode}`);
  if (demoAccounts.length > 0) {
    console.log('Accounts of the demo:');
    for (const { email, password } of demoAccounts) console.log(`  ${email.padEnd(24)} ${password}`);
  }
  if (!isTrustedByBrowsers(url)) {
    console.log(`Browsers keep nothing on the device of a page at ${url}: reach it by https, through a proxy (docs/deployment.md).`);
  }
  console.log(`Lightship is ready at ${url}`);
}

/** Over plain http only names of this machine get a service worker and cryptography. */
function isTrustedByBrowsers(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}
