import { DEMO } from '#tests/support/sign-in.ts';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Scenario } from '#tests/shots/step.ts';

const isPrompts = (url: URL): boolean => url.pathname === '/api/ai-prompts';
const open = ({ page, world }: At, path = '') => page.goto(`${world.server.teamOrigin('north')}/ai-prompt${path}`);

/** What language models are asked, as who runs the server sees it. */
export const PROMPTS: Scenario = {
  who: DEMO.admin,
  steps: [
    {
      page: 'prompts',
      state: 'loading',
      async reach(at) {
        await at.context.route(isPrompts, () => undefined);
        await open(at);
        await at.page.locator('[data-list][aria-busy="true"]').waitFor();
      },
      leave: releaseCalls,
    },
    {
      page: 'prompts',
      state: 'failing',
      async reach(at) {
        await at.context.route(isPrompts, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at);
        await at.page.getByRole('button', { name: 'Try again' }).waitFor();
      },
      leave: ({ context }) => context.unrouteAll(),
    },
    {
      page: 'prompts',
      state: 'empty',
      async reach(at) {
        await open(at);
        await at.page.getByText('No prompts yet').waitFor();
      },
    },
    {
      page: 'prompts',
      state: 'wrong',
      async reach(at) {
        await open(at, '/create');
        await at.page.getByRole('textbox', { name: 'Modality' }).fill('M');
        await at.page.getByRole('button', { name: 'Save as a new version' }).click();
        await at.page.getByText('Two to four capital letters, such as MR').waitFor();
      },
    },
    {
      page: 'prompts',
      state: 'one',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'Modality' }).fill('MR');
        await page.getByRole('button', { name: 'Save as a new version' }).click();
        await page.getByRole('heading', { name: 'MR, headers' }).waitFor();
      },
    },
    {
      page: 'prompts',
      state: 'full',
      async reach({ page }) {
        await page.getByRole('link', { name: 'AI prompts' }).first().click();
        await page.getByRole('link', { name: 'MR, headers' }).first().waitFor();
      },
    },
  ],
};
