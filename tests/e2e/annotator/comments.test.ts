import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { ALL_RULES, violationsOn } from '#tests/e2e/support/axe.ts';
import { openMeasuredStudy, paneOf, placeOf, type OpenedStudy } from '#tests/e2e/support/drawing.ts';
import { keptOnDevice } from '#tests/e2e/support/page-steps.ts';

/** One study, a comment on it, and who is mentioned in it. Read from top to bottom. */
describe('comments in the annotator', () => {
  let opened: OpenedStudy;
  let page: Page;
  let other: Page;

  beforeAll(async () => {
    opened = await openMeasuredStudy();
    page = opened.page;
  });
  afterAll(() => opened.close());

  const thread = (on: Page) => on.locator('[data-thread]');
  const rings = (on: Page) => on.locator('[data-pane="0"] [data-pin]');

  it('are placed with K and a click, without a network, and wait for their number [COM-20, COM-21, COM-22, COM-26]', async () => {
    await page.getByRole('tab', { name: 'Comments' }).click();
    await page.getByText('No comments yet').waitFor();
    await opened.context.setOffline(true);
    await paneOf(page).focus();
    await page.keyboard.press('k');
    await page.getByText('Choose where the comment belongs.').waitFor();
    await page.mouse.click(...(await placeOf(page, [40, 20])));
    const field = page.getByRole('textbox', { name: 'Comment' });
    await field.fill('Is this a lesion, ');
    await field.press('End');
    await field.pressSequentially('@lin');
    await page.getByRole('option').filter({ hasText: ADMIN }).click();
    await expect.poll(() => field.inputValue()).toBe(`Is this a lesion, @${ADMIN} `);
    await field.press('Control+Enter');
    await thread(page).getByRole('img', { name: 'Waits for its number' }).first().waitFor();
    await thread(page).getByText(`@${ADMIN}`, { exact: true }).waitFor();
    expect(await rings(page).allTextContents()).toEqual(['…']);
  });

  it('arrive, get their number, and stand beside their point and on the track of slices only [COM-10, COM-26, COM-27]', async () => {
    await opened.context.setOffline(false);
    await expect.poll(() => rings(page).allTextContents(), { timeout: 20_000 }).toEqual(['1']);
    await page.locator('[data-pane="0"] [data-ring]').waitFor({ state: 'attached' });
    await paneOf(page).focus();
    await page.keyboard.press('Home');
    await expect.poll(() => rings(page).count()).toBe(0);
    await thread(page).getByRole('button', { expanded: true }).click();
    await thread(page).getByRole('button', { expanded: false }).click();
    await rings(page).waitFor();
  });

  it('who is mentioned is notified, and the notification opens the comment [COM-11, COM-28, NOTIF-21, NOTIF-22]', async () => {
    const { server, people } = opened;
    const { page: list, context } = await people.newVisitor();
    await signIn(list, server, DEMO.admin);
    await list.goto(server.teamOrigin('north'));
    await list.getByRole('button', { name: /^Notifications/ }).click();
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      list.getByRole('link', { name: 'You were mentioned in a comment' }).click(),
    ]);
    other = tab;
    await thread(other).getByRole('button', { expanded: true }).waitFor();
    await rings(other).waitFor();
    expect(other.url()).toContain('review=true');
  });

  it('are answered and resolved by others, and the first browser shows it [COM-03, COM-09, COM-12]', async () => {
    expect(await violationsOn(other, ALL_RULES)).toEqual([]);
    await other.getByRole('textbox', { name: 'Answer' }).fill('A vessel');
    await other.getByRole('button', { name: 'Answer', exact: true }).click();
    await thread(page).getByText('A vessel').waitFor();
    await other.getByRole('button', { name: 'Resolve' }).click();
    await page.locator('[data-thread][data-resolved]').waitFor();
    await page.getByRole('switch', { name: 'Unresolved only' }).check();
  });

  it('Enter comments on the whole slice, Escape on nothing, and what was typed is there after a reload [COM-24, COM-26]', async () => {
    await paneOf(page).focus();
    await page.keyboard.press('k');
    await page.keyboard.press('Escape');
    await page.getByText('Choose where the comment belongs.').waitFor({ state: 'detached' });
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Comment' });
    await keptOnDevice(page, 'commentDrafts', () => field.fill('Motion on this slice'));
    await page.reload();
    await page.getByRole('tab', { name: /^Comments/ }).click();
    await expect.poll(() => field.inputValue()).toBe('Motion on this slice');
    await page.getByText(/whole slice/).waitFor();
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await thread(page).getByText('Motion on this slice').waitFor();
    await expect.poll(() => thread(page).locator('[data-comment]').count()).toBe(2);
  });

  it('a refused one says why, stays, and can be written again [COM-23]', async () => {
    await page.route(/\/comments\/[^/]+$/, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 422, json: { message: '', code: 'invalid', errors: { thread: [''] } } })
        : route.fallback(),
    );
    await page.getByRole('textbox', { name: 'Answer' }).fill('Of no use');
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    const refused = page.getByRole('article', { name: /^Not sent\. What it is about is no longer there/ });
    await refused.getByText('Of no use').waitFor();
    await page.unroute(/\/comments\/[^/]+$/);
    await refused.getByRole('button', { name: 'Write again' }).click();
    await refused.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Of no use');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await thread(page).getByText('Of no use').waitFor();
  });
});

const ADMIN = 'Ada Lindqvist';
