import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMeasuredStudy } from '#tests/support/measured-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { waitForServiceWorker, waitUntilKept } from '#tests/e2e/support/page-steps.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { uploadStudy } from '#tests/e2e/support/upload-study.ts';

/** One person arranges a study as they like it. Read from top to bottom. */
describe('layouts, keys and windows of the annotator', () => {
  let server: TestServer;
  let people: People;
  let folder: Awaited<ReturnType<typeof createMeasuredStudy>>;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [server, people, folder] = await Promise.all([startTestServer({ people: true }), openPeople(), createMeasuredStudy()]);
    visitor = await people.newVisitor({ serviceWorker: true });
    page = visitor.page;
    await signIn(page, server, DEMO.annotator);
    const uuid = await uploadStudy(page, server, { path: folder.path, series: 2 });
    // Before pages are loaded again: one that is loaded while it takes over may stay without it.
    await waitForServiceWorker(page);
    await page.goto(`${server.teamOrigin('north')}/annotator/case/${uuid}`);
    await pane(0).and(page.locator('[data-shown]')).waitFor();
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
    await folder.remove();
  });

  const pane = (at: number): Locator => page.locator(`[data-pane="${at}"] [role="application"]`);
  const openMenu = (): Promise<void> => page.getByRole('button', { name: 'Layout' }).click();
  const names = (): Promise<(string | null)[]> => Promise.all([0, 1].map((at) => pane(at).getAttribute('aria-label', { timeout: 10_000 })));

  it('a layout is saved, and the study opens in it [ANN-16, ANN-60, ANN-63]', async () => {
    await pane(0).focus();
    await page.keyboard.press('Alt+Digit2');
    const before = await names();
    await openMenu();
    await page.getByRole('menuitem', { name: 'Save this layout for me' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Both');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await openMenu();
    await page.getByRole('menuitem', { name: /^Both.*only you · [A-Z]+/ }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => savedNames()).toEqual(['Both']);
    await page.reload();
    await pane(1).and(page.locator('[data-shown]')).waitFor();
    expect(await names()).toEqual(before);
  });

  it('the window is that of the values in a rectangle [ANN-08]', async () => {
    const halves = (await pane(0).getAttribute('aria-label'))!.includes('halves') ? 0 : 1;
    const { x, y, width, height } = (await pane(halves).boundingBox())!;
    await pane(halves).focus();
    await page.keyboard.press('r');
    // Within the left half, which has one value.
    const narrow = Math.min(width, height) / 12;
    await page.mouse.move(x + width / 2 - narrow, y + height * 0.4);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - narrow / 2, y + height * 0.6, { steps: 4 });
    await page.mouse.up();
    await page.locator(`[data-pane="${halves}"]`).getByText('W 1 L 40', { exact: true }).waitFor();
  });

  it('a key is changed, acts, and stays [ANN-13, ANN-65]', async () => {
    await pane(0).focus();
    await page.keyboard.press('Shift+?');
    await page.getByRole('button', { name: 'Change the key of Invert: I' }).click();
    await page.keyboard.press('n');
    await page.getByText('“Drag moves the picture” has N and would get I.').waitFor();
    await page.getByRole('button', { name: 'Use N here' }).click();
    await page.getByRole('button', { name: 'Change the key of Drag moves the picture: I' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.reload();
    await pane(0).and(page.locator('[data-shown]')).waitFor();
    await pane(0).focus();
    await page.keyboard.press('n');
    await page.getByRole('button', { name: 'Invert', pressed: true }).waitFor();
    await page.keyboard.press('i');
    await page.getByRole('button', { name: 'Move', pressed: true }).waitFor();
  });

  it('without a network a layout is renamed and waits, and the study opens in it [ANN-63, ANN-64]', async () => {
    // The page was loaded again just before.
    await waitUntilKept(page, '/api/annotator/layouts');
    await visitor.context.setOffline(true);
    await openMenu();
    await page.getByRole('menuitem', { name: /^Saved layouts/ }).click();
    await page.getByRole('button', { name: 'Rename Both' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Side by side');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await page.getByText(/waits on this device/).waitFor();
    await page.reload();
    await pane(1).waitFor();
    await openMenu();
    await page.getByRole('menuitem', { name: /^Side by side.*waits on this device/ }).waitFor();
    expect(await savedNames()).toEqual(['Both']);
    await visitor.context.setOffline(false);
    await expect.poll(() => savedNames(), { timeout: 20_000 }).toEqual(['Side by side']);
  });

  async function savedNames(): Promise<string[]> {
    const authorization = `Bearer ${await bearerOf(server, DEMO.annotator)}`;
    const listed = await server.request('/api/annotator/layouts', { headers: { authorization, team: 'north' } });
    return ((await listed.json()) as { data: { name: string }[] }).data.map(({ name }) => name);
  }
});
