import type { Page } from 'playwright';

const MOST_MS = 30_000;

/** Fonts are there, and what moves has come to its end. Rejects, rather than waits for ever, if the page draws no more pictures. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async (mostMs) => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const limit = setTimeout(() => reject(new Error('The page draws no pictures, or what moves in it does not end')), mostMs);
    await Promise.race([atRest(), late]);
    clearTimeout(limit);

    async function atRest(): Promise<void> {
      await document.fonts.ready;
      const frame = (): Promise<number> => new Promise(requestAnimationFrame);
      await frame();
      await frame();
      const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.all(ending.map((one) => one.finished.catch(() => undefined)));
      await frame();
    }
  }, MOST_MS);
}
