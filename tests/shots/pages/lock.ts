import { DEMO } from '#tests/support/sign-in.ts';
import type { At, Scenario, Step } from '#tests/shots/step.ts';

const locked = ({ page }: At) => page.getByRole('heading', { name: 'Locked' });

async function lock(at: At): Promise<void> {
  await at.page.keyboard.press('Control+Shift+L');
  await locked(at).waitFor();
}

async function give({ page }: At, password: string): Promise<void> {
  await page.locator('[data-lock-cover]').getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Unlock' }).click();
}

async function unlock(at: At, { password }: { password: string }): Promise<void> {
  await give(at, password);
  await locked(at).waitFor({ state: 'detached' });
}

/** The covered screen. */
export const LOCK: Scenario = {
  who: DEMO.reviewer,
  steps: [
    {
      page: 'lock',
      state: 'plain',
      async reach(at) {
        await at.page.goto(`${at.world.server.teamOrigin('north')}/dashboard`);
        await at.page.getByRole('region', { name: 'Teams' }).waitFor();
        await lock(at);
      },
    },
    {
      page: 'lock',
      state: 'wrong',
      async reach(at) {
        await give(at, 'not the password');
        await at.page.getByRole('alert').getByText('The password is wrong').waitFor();
      },
      leave: (at) => unlock(at, DEMO.reviewer),
    },
    {
      page: 'lock',
      state: 'offline',
      async reach(at) {
        await lock(at);
        await at.context.setOffline(true);
        await give(at, 'not the password');
        await at.page.getByText('4 more tries without the server.').waitFor();
      },
      async leave(at) {
        await unlock(at, DEMO.reviewer);
        await at.context.setOffline(false);
      },
    },
  ],
};

/** Over an upload that is on its way. */
export const LOCK_WHILE_SENDING: Step = {
  page: 'lock',
  state: 'sending',
  async reach(at) {
    await lock(at);
    await at.page.locator('[data-lock-cover]').getByText('Sending 1 study').waitFor();
  },
  leave: (at) => unlock(at, DEMO.annotator),
};
