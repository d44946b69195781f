import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import {
  beginStroke,
  isAllSent,
  isDrawn,
  makeSegment,
  openHalves,
  openMeasuredStudy,
  type OpenedStudy,
} from '#tests/e2e/support/drawing.ts';

/** Two people have one segmentation open. Read from top to bottom. */
describe('two people at one segmentation', () => {
  let opened: OpenedStudy;
  let annotator: Page;
  let administrator: Page;

  beforeAll(async () => {
    opened = await openMeasuredStudy();
    const { server, people, address } = opened;
    annotator = opened.page;
    ({ page: administrator } = await people.newVisitor());
    await signIn(administrator, server, DEMO.admin);
    await makeSegment(annotator);
    await openHalves(administrator, address);
    await administrator.keyboard.press('p');
    await administrator.locator('[data-segment]').waitFor();
  });
  afterAll(() => opened.close());

  const drawnPixels = (page: Page): Promise<number> =>
    page.locator('[data-pane="0"] [data-masks]').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, at) => at % 4 === 3 && value > 0).length;
    });

  it('each sees the other, and where the other is [MASK-160, MASK-162]', async () => {
    for (const page of [annotator, administrator]) {
      await page
        .getByRole('list', { name: 'Also here' })
        .getByRole('button', { name: /^Go to where/ })
        .waitFor();
      await page.locator('[data-mark="1"]').waitFor({ state: 'attached' });
    }
    await administrator.locator('[data-pane="0"] [role="application"]').focus();
    await administrator.keyboard.press('Home');
    await annotator.locator('[data-mark="0"]').waitFor({ state: 'attached' });
    await administrator.getByRole('button', { name: /^Go to where/ }).click();
    await administrator.locator('[data-pane="0"] [data-shown="1"]').waitFor();
  });

  it('one sees the pen of the other before it is lifted, and then the stroke [MASK-163]', async () => {
    await beginStroke(annotator, [20, 20], [40, 20]);
    await expect.poll(() => drawnPixels(administrator)).toBeGreaterThan(20);
    expect(await isDrawn(administrator, [30, 20])).toBe(false);
    await annotator.mouse.up();
    await isAllSent(annotator);
    await expect.poll(() => isDrawn(administrator, [30, 20])).toBe(true);
  });

  it('who closes the page is gone [MASK-160]', async () => {
    await annotator.close();
    await administrator.getByRole('list', { name: 'Also here' }).waitFor({ state: 'detached' });
  });
});
