import type { BrowserContext, Page } from 'playwright';
import { releaseCalls } from '#tests/shots/release-calls.ts';
import type { At, Step } from '#tests/shots/step.ts';

export const open = async ({ page, world }: At, path: string) => page.goto(`${(await world.demo()).teamOrigin('north')}${path}`);
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Answers the calls of a scenario again, after a step that has answered one of them itself. */
type Answer = (context: BrowserContext) => Promise<void>;

/** A page whose answers are there. `seen`: a text of it. */
export const shown = (page: string, state: string, path: string, seen: string): Step => ({
  page,
  state,
  async reach(at) {
    await open(at, path);
    await at.page.getByText(seen, { exact: true }).first().waitFor();
  },
});

/** A list while it loads and when the server fails, without what the team has. */
export function troubles(answer: Answer, page: string, path: string, call: string, loading: string): Step[] {
  const isCall = (url: URL): boolean => url.pathname === `/api/${call}`;
  const back = async (at: At) => {
    await releaseCalls(at);
    await answer(at.context);
  };
  return [
    {
      ...{ page, state: 'loading', leave: back },
      async reach(at) {
        await at.context.route(isCall, () => undefined);
        await open(at, path);
        await at.page.locator(loading).first().waitFor();
      },
    },
    {
      ...{ page, state: 'failing', leave: back },
      async reach(at) {
        await at.context.route(isCall, (route) => route.fulfill({ status: 500, json: { message: '', code: 'fault' } }));
        await open(at, path);
        await button(at.page, 'Try again').waitFor();
      },
    },
  ];
}

/** The same list without anything in it. */
export const empty = (answer: Answer, page: string, path: string, call: string, json: object, seen: string): Step => ({
  page,
  state: 'empty',
  async reach(at) {
    await at.context.route(
      (url) => url.pathname === `/api/${call}`,
      (route) => route.fulfill({ json }),
    );
    await open(at, path);
    await at.page.getByText(seen).waitFor();
  },
  async leave(at) {
    await releaseCalls(at);
    await answer(at.context);
  },
});
