import type { At } from './step.ts';

/**
 * Calls are answered by the server again. The page that asked is left first: what a handler holds is sent when the handler goes, and a page
 * that is still there would keep the answer, so that the next state found a list that was read.
 */
export async function releaseCalls({ page, context }: At): Promise<void> {
  await page.goto('about:blank');
  await context.unrouteAll();
}
