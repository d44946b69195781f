import type { Page } from 'playwright';

const MOST_CHARACTERS = 1_500;
const MOST_MS = 5_000;

/** What a page shows, in the words of assistive technology: a failure in a pipeline is read without its screen. */
export async function shownOn(page: Page): Promise<string> {
  const words = await page
    .locator('body')
    .ariaSnapshot({ timeout: MOST_MS })
    .catch((error: unknown) => `cannot be read: ${String(error)}`);
  const { pathname, search } = new URL(page.url());
  return `The page ${pathname}${search} shows:\n${words.slice(0, MOST_CHARACTERS)}`;
}
