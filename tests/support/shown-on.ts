import type { Page } from 'playwright';

const MOST_CHARACTERS = 4_000;
const MOST_MS = 5_000;
const MOST_MESSAGES = 8;

/** What a page shows, in the words of assistive technology, and what it reported: a failure in a pipeline is read without its screen. */
export async function shownOn(page: Page): Promise<string> {
  const words = await page
    .locator('body')
    .ariaSnapshot({ timeout: MOST_MS })
    .catch((error: unknown) => `cannot be read: ${String(error)}`);
  const { pathname, search } = new URL(page.url());
  return [
    `The page ${pathname}${search} shows:\n${words.slice(0, MOST_CHARACTERS)}`,
    ...listOf('Its console says', await reportedOn(page)),
    ...listOf('Its service worker is', await workerOf(page)),
  ].join('\n');
}

async function reportedOn(page: Page): Promise<string[]> {
  const [messages, errors] = await Promise.all([page.consoleMessages(), page.pageErrors()]).catch(() => [[], []] as const);
  const loud = messages.filter((message) => message.type() === 'error' || message.type() === 'warning').map((message) => message.text());
  return [...loud, ...errors.map(String)].slice(-MOST_MESSAGES);
}

/** A page whose worker hangs answers nothing, so it is not waited for. */
async function workerOf(page: Page): Promise<string[]> {
  const states = page.evaluate(async () => {
    const registration = await navigator.serviceWorker?.getRegistration();
    const { installing, waiting, active } = registration ?? {};
    return [installing, waiting, active].flatMap((worker) => (worker ? [worker.state as string] : []));
  });
  return Promise.race([states.catch(() => []), new Promise<string[]>((resolve) => setTimeout(resolve, MOST_MS, ['not told']))]);
}

function listOf(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}:\n${lines.join('\n').slice(0, MOST_CHARACTERS)}`];
}
