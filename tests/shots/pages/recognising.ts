import { openUploadPage } from '#tests/e2e/support/page-steps.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { DEMO } from '#tests/support/sign-in.ts';
import type { Scenario } from '#tests/shots/step.ts';

const isAsked = (url: URL): boolean => url.pathname.endsWith('/llm/prompts');

/** What the server takes series for is not known yet: it is being asked, and then it cannot be. */
export const RECOGNISING: Scenario = {
  who: DEMO.annotator,
  steps: [
    {
      page: 'recognising',
      state: 'asking',
      async reach({ page, context, world }) {
        await context.route(isAsked, () => undefined);
        await openUploadPage(page, world.server);
        await dropPaths(page, page.locator('[data-upload-state]'), await world.goodParts());
        await page.locator('[data-series] canvas[data-thumbnail="drawn"]').nth(3).waitFor();
        await page.getByText('Recognising, about 30 s').first().waitFor();
      },
    },
    {
      page: 'recognising',
      state: 'waiting',
      async reach({ page, context }) {
        await context.setOffline(true);
        await page.getByText('Waiting for the network').first().waitFor();
      },
    },
  ],
};
