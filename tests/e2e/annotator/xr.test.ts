import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_RULES, violationsOn } from '#tests/e2e/support/axe.ts';
import { drag, makeSegment, openMeasuredStudy, type OpenedStudy } from '#tests/e2e/support/drawing.ts';
import { emulateHeadset, moveHand, pressHand, waitForPictures } from '#tests/e2e/support/emulated-headset.ts';
import { silenceXrSessions } from '#tests/e2e/support/server-state.ts';
import { waitForServiceWorker } from '#tests/e2e/support/page-steps.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';

/** One person draws, opens the segmentation in the viewer for headsets, without one and with an emulated one. Read from top to bottom. */
describe('the viewer for headsets', () => {
  let opened: OpenedStudy;
  let page: Page;

  beforeAll(async () => {
    opened = await openMeasuredStudy({ serviceWorker: true });
    await makeSegment(opened.page);
    await drag(opened.page, [20, 20], [40, 20]);
    await opened.page
      .locator('[data-segment]')
      .getByText(/^[\d.]+ ml$/)
      .waitFor();
    await opened.page.locator('[data-at="strokes-device"]').waitFor({ state: 'detached' });
  });
  afterAll(() => opened.close());

  const scene = (): Locator => page.getByRole('region', { name: 'XR viewer' });
  const numberOf = async (name: string): Promise<number> => Number(await scene().getAttribute(name));
  const cutAway = (): Promise<number> => numberOf('data-cut-triangles');
  const placed = async (): Promise<number[]> => ((await scene().getAttribute('data-placed')) ?? '').split(' ').map(Number);

  it('opens from the segments, in a tab of its own [XR-001]', async () => {
    [page] = await Promise.all([opened.context.waitForEvent('page'), opened.page.getByRole('link', { name: 'Open in XR' }).click()]);
    expect(new URL(page.url()).pathname).toBe(`/xr/${opened.uuid}`);
    await page.locator('[data-surfaces="1"]').waitFor();
    expect(await numberOf('data-all-triangles')).toBeGreaterThan(100);
    await page.getByText('Part 1. Seen from the front.', { exact: true }).waitFor({ state: 'attached' });
    await page.getByText('not for diagnosis').first().waitFor();
  });

  it('says that there is no headset, and cuts the same scene by keys and by pointer [XR-002, XR-004]', async () => {
    // Chromium without a headset answers so, or has no WebXR.
    await page.getByText('This browser has no headset. The same scene is shown here.').waitFor();
    expect(await page.getByRole('button', { name: 'Enter XR' }).count()).toBe(0);
    expect(await cutAway()).toBe(0);
    await page.getByRole('application', { name: 'Segments in 3D' }).focus();
    await page.keyboard.press('c');
    const all = await numberOf('data-all-triangles');
    await expect.poll(cutAway).toBeGreaterThan(all / 10);
    const half = await cutAway();
    for (let key = 0; key < 8; key += 1) await page.keyboard.press(']');
    await expect.poll(cutAway).toBeGreaterThan(half);
    const depth = page.getByRole('slider', { name: 'Depth of the cut' });
    await depth.focus();
    await page.keyboard.press('Home');
    await expect.poll(cutAway).toBe(0);
    await page.keyboard.press('End');
    await expect.poll(cutAway).toBe(all);
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
    await page.getByRole('button', { name: 'Whole again' }).click();
    await expect.poll(cutAway).toBe(0);
  });

  it('an emulated headset shows it; a grip moves it [XR-003, XR-005]', async () => {
    await emulateHeadset(page);
    await page.reload();
    await page.locator('[data-surfaces="1"]').waitFor();
    await page.getByText('A headset is ready.').waitFor();
    await page.getByRole('button', { name: 'Enter XR' }).click();
    await scene().and(page.locator('[data-headset="inside"][data-placed]')).waitFor();
    const before = await placed();
    await moveHand(page, 'left', [-0.2, 1.1, -0.5]);
    await pressHand(page, 'left', 'squeeze', true);
    // The press is seen with the next picture, before the hand moves on.
    await waitForPictures(page);
    await moveHand(page, 'left', [0.1, 1.3, -0.4]);
    const moved = (): Promise<number[]> => placed().then((now) => [12, 13, 14].map((at) => now[at]! - before[at]!));
    await expect.poll(moved).toEqual([expect.closeTo(0.3, 3), expect.closeTo(0.2, 3), expect.closeTo(0.1, 3)]);
    expect((await placed()).slice(0, 12)).toEqual(before.slice(0, 12).map((each) => expect.closeTo(each, 6)));
    await pressHand(page, 'left', 'squeeze', false);
    await waitForPictures(page);
    await moveHand(page, 'left', [-0.5, 1, -0.2]);
    await waitForPictures(page);
    expect(await moved()).toEqual([expect.closeTo(0.3, 3), expect.closeTo(0.2, 3), expect.closeTo(0.1, 3)]);
  });

  it('the trigger of the other hand holds the cut, which the page keeps [XR-006]', async () => {
    const all = await numberOf('data-all-triangles');
    // The scene is around 0.3, 1.4, -0.6 now: first the hand is before it, then behind.
    await moveHand(page, 'right', [0.3, 1.4, 0]);
    await pressHand(page, 'right', 'trigger', true);
    await waitForPictures(page);
    expect(await cutAway()).toBe(0);
    await moveHand(page, 'right', [0.3, 1.4, -0.6]);
    await expect.poll(cutAway).toBeGreaterThan(all / 10);
    const half = await cutAway();
    expect(half).toBeLessThan(all);
    await pressHand(page, 'right', 'trigger', false);
    await waitForPictures(page);
    await moveHand(page, 'right', [0.3, 1.4, -1.2]);
    await waitForPictures(page);
    expect(await cutAway()).toBe(half);
    // The emulation puts its picture over the page.
    await page.getByRole('button', { name: 'Leave XR' }).press('Enter');
    await scene().and(page.locator('[data-headset="ready"]')).waitFor();
    expect(await cutAway()).toBe(half);
    await page.getByRole('slider', { name: 'Depth of the cut' }).waitFor();
  });

  it('a headset that refuses is said, and the page goes on [XR-003]', async () => {
    await page.evaluate(() => {
      navigator.xr!.requestSession = () => Promise.reject(new DOMException('Nobody wears it', 'NotAllowedError'));
    });
    await page.getByRole('button', { name: 'Enter XR' }).click();
    await page.getByText('The headset could not be entered. Put it on, allow this page to use it, and try again.').waitFor();
    await scene().and(page.locator('[data-headset="ready"]')).waitFor();
  });

  it('without a network, the same surfaces are shown after a reload [XR-007]', async () => {
    await opened.page.goto(`${opened.server.teamOrigin('north')}/studies-v2`);
    await waitForServiceWorker(opened.page);
    await opened.page.getByRole('button', { name: /^Keep on this device: Heron/ }).click();
    await opened.page
      .getByRole('status')
      .filter({ hasText: /^Kept on this device, [\d.]+/ })
      .waitFor();
    await opened.context.setOffline(true);
    await page.reload();
    await page.locator('[data-surfaces="1"]').waitFor();
    expect(await numberOf('data-all-triangles')).toBeGreaterThan(100);
    await page.getByText('A headset is ready.').waitFor();
    // The session of this page begins when the server is reached.
    const begun = page.waitForResponse((answer) => answer.url().endsWith('/api/xr-sessions'));
    await opened.context.setOffline(false);
    await begun;
  });

  it('sessions and browsers are listed [XR-008, XR-009, ROUTE-057, ROUTE-058, SIDE-28, SIDE-29, OQ-16, ODD-33]', async () => {
    await page.close();
    // Those of pages that were reloaded without a network have fallen silent.
    silenceXrSessions(opened.server);
    const { page: admin } = await opened.people.newVisitor();
    await signIn(admin, opened.server, DEMO.admin);
    await admin.goto(`${opened.server.teamOrigin('north')}/studies-v2`);
    const areas = admin.getByRole('navigation', { name: 'Areas' });
    await areas.getByRole('link', { name: 'XR Sessions' }).click();
    const sessions = admin.getByRole('table', { name: 'XR Sessions' });
    // The one with the headset, and those of the reloads.
    const inHeadset = sessions.getByRole('row').filter({ hasText: 'headset' });
    await inHeadset.waitFor();
    expect(await inHeadset.innerText()).toMatch(/Noor Haddad[^]*CT · 02\.01\.2026[^]*Liver[^]*Chrome/);
    expect(await sessions.getByText('now', { exact: true }).count()).toBe(0);
    await inHeadset.getByRole('link').click();
    await admin.waitForURL(`**/studies-v2?study=${opened.uuid}`);
    await areas.getByRole('link', { name: 'XR Workers' }).click();
    const worker = admin.getByRole('table', { name: 'XR Workers' }).getByRole('row').nth(1);
    await worker.getByText('idle').waitFor();
    expect(await worker.innerText()).toMatch(/^Chrome on .* · headset/);
    expect(await violationsOn(admin, ALL_RULES)).toEqual([]);
  });
});
