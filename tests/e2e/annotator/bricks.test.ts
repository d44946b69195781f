import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { dropFolder, openUploadPage, pressProcess, uploadState } from '#tests/e2e/support/page-steps.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';

/** 4.8 MB. Slices of a chessboard of single voxels: its coarse level is grey. */
const DIMS = [130, 140, 131];
const BOARD = writeNifti({
  dims: DIMS,
  sform: [
    [-1, 0, 0, 65],
    [0, -1, 0, 70],
    [0, 0, 1, -65],
  ],
  voxel: (at) => {
    const [i, j, k] = [at % 130, Math.floor(at / 130) % 140, Math.floor(at / 18_200)];
    return (i + j + k) % 2 === 0 ? 1000 : 0;
  },
});

/** A volume over a network that is held by the test, read from top to bottom. */
describe('a volume in bricks', () => {
  let server: TestServer;
  let people: People;
  let folder: string;
  let page: Page;
  let uuid: string;
  const held: Route[] = [];
  let isHeld = true;

  beforeAll(async () => {
    [server, people, folder] = await Promise.all([
      startTestServer({ people: true }),
      openPeople(),
      mkdtemp(join(tmpdir(), 'lightship-bricks-')),
    ]);
    await writeFile(join(folder, 'quiet-board.nii'), BOARD);
    ({ page } = await people.newVisitor());
    await signIn(page, server, DEMO.annotator);
    await openUploadPage(page, server);
    await dropFolder(page, folder);
    await page.locator('[data-series] canvas[data-thumbnail="drawn"]').waitFor();
    await page
      .getByRole('combobox', { name: /^Body part/i })
      .first()
      .click();
    await page.getByRole('option', { name: 'Prostate', exact: true }).click();
    await pressProcess(page);
    await uploadState(page, 'finished');
    const authorization = `Bearer ${await bearerOf(server, DEMO.annotator)}`;
    const listed = await server.request('/api/studies-v2', { headers: { authorization, team: 'north' } });
    uuid = ((await listed.json()) as { data: { uuid: string }[] }).data[0]!.uuid;
    let isFirst = true;
    await page.context().route(/\/volumes\/\d+\/bricks$/, (route) => {
      // The first range has the coarse level.
      if (isFirst || !isHeld) return ((isFirst = false), route.continue());
      held.push(route);
    });
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const words = (text: string | RegExp): Locator => page.locator('[data-pane="0"]').getByText(text, { exact: true });
  const pane = (): Locator => page.locator('[data-pane="0"] [role="application"]');
  async function valueInMiddle(): Promise<string | null> {
    const { x, y, width, height } = (await pane().boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2 + 5);
    await page.mouse.move(x + width / 2, y + height / 2);
    return page.locator('[data-pane="0"] [data-value]').textContent();
  }
  /** Whether the pixels of the picture differ from their neighbours. */
  const hasDetail = (): Promise<boolean> =>
    pane()
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { width, height } = canvas;
        const { data } = canvas.getContext('2d')!.getImageData(width / 2 - 40, height / 2 - 40, 80, 80);
        const greys = data.filter((_, at) => at % 4 === 0);
        return Math.max(...greys) - Math.min(...greys) > 100;
      });

  it('opens coarse, says so, and gives no values [ANN-18, ANN-55]', async () => {
    await page.goto(`${server.teamOrigin('north')}/annotator/case/${uuid}`);
    await pane().and(page.locator('[data-shown="0"]')).waitFor();
    await words('original · coarse, 0 % loaded').waitFor();
    expect(await hasDetail()).toBe(false);
    expect(await valueInMiddle()).toBe('Value waits for the full resolution');
    expect(held.length).toBeGreaterThan(0);
  });

  it('gets exact where it is looked at, without another press [ANN-18]', async () => {
    isHeld = false;
    for (const route of held.splice(0)) await route.continue();
    await words('original · 131 of 131 slices').waitFor();
    await expect.poll(hasDetail).toBe(true);
    await expect.poll(valueInMiddle).toMatch(/^Value (?:0|1000)$/);
  });
});
