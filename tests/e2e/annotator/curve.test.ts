import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { B_VALUES, DIFFUSION_ADC, diffusionToDicom } from '#tests/fixtures/diffusion.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { paneOf } from '#tests/e2e/support/drawing.ts';
import { ALL_RULES, violationsOn } from '#tests/e2e/support/axe.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { uploadStudy } from '#tests/e2e/support/upload-study.ts';

/** A diffusion series whose signal falls with a known coefficient. */
describe('the curve of a region in the annotator', () => {
  let server: TestServer;
  let people: People;
  let folder: string;
  let page: Page;

  beforeAll(async () => {
    [server, people, folder] = await Promise.all([
      startTestServer({ people: true }),
      openPeople(),
      mkdtemp(join(tmpdir(), 'lightship-curve-')),
    ]);
    await Promise.all(diffusionToDicom().map((bytes, at) => writeFile(join(folder, `${at}.dcm`), bytes)));
    ({ page } = await people.newVisitor());
    await signIn(page, server, DEMO.annotator);
    const uuid = await uploadStudy(page, server, { path: folder, series: 1 });
    await page.goto(`${server.teamOrigin('north')}/annotator/case/${uuid}`);
    await page.locator('[data-pane="0"]').getByText('original · 12 of 12 slices', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Measure' }).click();
    await paneOf(page).focus();
  });
  afterAll(async () => {
    await people?.close();
    await server?.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('has the mean at each b-value, and the diffusion coefficient with its error [DYN-01, DYN-02, DYN-03]', async () => {
    await page.keyboard.press('Shift+O');
    const { x, y, width, height } = (await paneOf(page).boundingBox())!;
    await page.mouse.move(x + width / 2 - 60, y + height / 2 - 60);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 60, y + height / 2 + 60, { steps: 4 });
    await page.mouse.up();
    await page.getByText(`ADC ${(DIFFUSION_ADC * 1000).toFixed(2)} ± 0.00 × 10⁻³ mm²/s`).waitFor();
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
    await page.getByRole('button', { name: 'Show as a table' }).click();
    const rows = page.getByRole('table').getByRole('row');
    await expect
      .poll(async () => (await rows.allInnerTexts()).map((text) => text.split(/\s+/)[0]))
      .toEqual(['b', ...B_VALUES.toReversed().map(String)]);
  });
});
