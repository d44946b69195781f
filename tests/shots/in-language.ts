import type { Page } from 'playwright';
import { LANGUAGE_COOKIE } from '#language/start-language.ts';
import { cutTextsOn, englishLeftOn, englishTextsBeside } from '#tests/e2e/support/language-faults.ts';
import { sidewaysScrolling } from '#tests/e2e/support/axe.ts';

export interface InLanguage {
  /** Another tab at the address of a page, in the language; null where it cannot be loaded, or shows what was seen already. */
  open(page: Page): Promise<Page | null>;
  /** What is wrong with the page of `name` because it is in the language. */
  look(page: Page, name: string): Promise<void>;
  faults(): string[];
}

/** The walk goes by English words, so each state is reached in English, and its address opened in the language. What was not saved is not seen. */
export function inLanguage(tag: string): InLanguage {
  const english = englishTextsBeside(tag);
  const seen = new Set<string>();
  /** Each fault with the first picture that shows it. */
  const firstSeen = new Map<string, string>();
  return {
    async open(page) {
      const cookie = { name: LANGUAGE_COOKIE, value: tag, url: new URL(page.url()).origin };
      await page.context().addCookies([cookie]);
      const tab = await page.context().newPage();
      try {
        await tab.goto(page.url());
        const words = await wordsThatStay(tab);
        if (!seen.has(words)) {
          seen.add(words);
          return tab;
        }
      } catch {
        // Offline, or cut off from the server.
      } finally {
        await page.context().clearCookies({ name: LANGUAGE_COOKIE });
      }
      await tab.close();
      return null;
    },
    async look(page, name) {
      const [wide, cut, left] = await Promise.all([sidewaysScrolling(page), cutTextsOn(page), englishLeftOn(page, english)]);
      const found = [...wide, ...cut.map((text) => `cut: ${text}`), ...left.map((text) => `English: ${text}`)];
      for (const fault of found) if (!firstSeen.has(fault)) firstSeen.set(fault, name);
    },
    faults: () => [...firstSeen].map(([fault, name]) => `${name}: ${fault}`),
  };
}

/** The words of a page once they have not changed for a moment: by then its lists are there, or a loading that does not end. */
async function wordsThatStay(page: Page): Promise<string> {
  await page.getByRole('heading').first().waitFor();
  let words = '';
  for (let look = 0; look < 10; look++) {
    await page.waitForTimeout(300);
    const now = await page.locator('body').innerText();
    if (now === words) break;
    words = now;
  }
  return words;
}
