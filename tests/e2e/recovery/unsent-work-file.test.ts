import type { BrowserContext, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { drag, isDrawn, makeSegment, openHalves, openMeasuredStudy, type OpenedStudy } from '#tests/e2e/support/drawing.ts';
import { ALL_RULES, violationsOn } from '#tests/e2e/support/axe.ts';

const PASSPHRASE = 'three blue herons';
const SAVE = 'Save my work to a file';
const OPEN = 'Open a file of unsent work';

/** Read from top to bottom. */
describe('work that a device cannot send', () => {
  let opened: OpenedStudy;
  let context: BrowserContext;
  let page: Page;
  let saved: string;

  beforeAll(async () => {
    opened = await openMeasuredStudy();
    ({ context, page } = opened);
    await makeSegment(page);
    await context.route('**/operations', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  });
  afterAll(() => opened.close());

  const dialog = (name: string): Locator => page.getByRole('dialog', { name });
  const passphrase = (name: string): Locator => page.getByRole('dialog').getByRole('textbox', { name, exact: true });

  it('is saved from the header to a file that tells nothing by its name, and stays [MASK-155, MASK-159]', async () => {
    await drag(page, [20, 15], [40, 15]);
    await page.locator('[data-at="strokes-device"]').getByRole('button', { name: SAVE }).click();
    await dialog(SAVE).getByText('1 change of a mask goes into the file').waitFor();
    await passphrase('Passphrase').fill(PASSPHRASE);
    await passphrase('Passphrase again').fill(`${PASSPHRASE}!`);
    await dialog(SAVE).getByRole('button', { name: SAVE }).click();
    await dialog(SAVE).getByText('The two passphrases differ.').waitFor();
    await passphrase('Passphrase again').fill(PASSPHRASE);
    const download = page.waitForEvent('download');
    await dialog(SAVE).getByRole('button', { name: SAVE }).click();
    expect((await download).suggestedFilename()).toMatch(/^lightship-unsent-work-\d{4}-\d\d-\d\d-\d{6}\.lswork$/);
    saved = await (await download).path();
    await dialog(SAVE).getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('1 stroke on this device').waitFor();
  });

  it('can also be saved before a sign-out, which asks again after that [MASK-159]', async () => {
    const beside = await context.newPage();
    await beside.goto(`${opened.server.teamOrigin('north')}/logout`);
    const question = beside.getByRole('dialog', { name: 'Changes of masks wait on this device' });
    await question.getByRole('button', { name: SAVE }).click();
    await beside.getByRole('dialog', { name: SAVE }).getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await beside.getByRole('dialog').count()).toBe(0);
    await beside.close();
  });

  it('is saved from the list when the server has kept it aside [MASK-159]', async () => {
    await context.unroute('**/operations');
    await context.route('**/operations', async (route) => {
      const sent = route.request().postDataJSON() as { operations: { uuid: string }[] } | null;
      if (sent === null) return route.continue();
      return route.fulfill({ json: { data: sent.operations.map((one) => ({ uuid: one.uuid, aside: 'access' })) } });
    });
    const part = page.getByRole('region', { name: 'Places to decide' });
    await part.getByText('Kept aside by the server: 1. You may not draw there any more.').waitFor({ timeout: 90_000 });
    await part.getByRole('button', { name: SAVE }).click();
    await dialog(SAVE).getByText('1 change of a mask goes into the file').waitFor();
    await dialog(SAVE).getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  it('is opened on another device of the same person, with the passphrase only, and sent from there [MASK-155, MASK-159]', async () => {
    ({ context, page } = await opened.people.newVisitor());
    await signIn(page, opened.server, DEMO.annotator);
    await openHalves(page, opened.address);
    await page.getByRole('tab', { name: 'Segments' }).click();
    await page.getByRole('button', { name: OPEN }).click();
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
    const chooser = page.waitForEvent('filechooser');
    await dialog(OPEN).getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles(saved);
    await passphrase('Passphrase').fill('three grey herons');
    await dialog(OPEN).getByRole('button', { name: OPEN }).click();
    await dialog(OPEN).getByText('The passphrase is not the one that the file was saved with.').waitFor();
    await passphrase('Passphrase').fill(PASSPHRASE);
    await dialog(OPEN).getByRole('button', { name: OPEN }).click();
    await dialog(OPEN).getByText('1 change of a mask was added').waitFor();
    await dialog(OPEN).getByRole('button', { name: 'Close' }).last().click();
    await page.locator('[data-at="strokes-server"]').getByText('1 stroke on server').waitFor();
    await page.locator('[data-at="strokes-device"]').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Go to its middle' }).click();
    await expect.poll(() => isDrawn(page, [30, 15])).toBe(true);
  });

  it('is kept aside after its segment was deleted, and goes from the device once an administrator has discarded it [MASK-156, ROUTE-129]', async () => {
    await context.route('**/operations', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await page.keyboard.press('p');
    await drag(page, [20, 32], [40, 32]);
    await page.locator('[data-at="strokes-device"]').getByText('1 on this device').waitFor();
    const { page: administrator } = await opened.people.newVisitor();
    await signIn(administrator, opened.server, DEMO.admin);
    await deleteSegment(opened);
    await context.unroute('**/operations');
    const part = page.getByRole('region', { name: 'Places to decide' });
    await part.getByText('Kept aside by the server: 1. Its segment was deleted.').waitFor({ timeout: 90_000 });
    await administrator.goto(`${opened.server.teamOrigin('north')}/studies-v2/kept-aside`);
    await administrator.getByRole('cell', { name: 'The segment was deleted.' }).waitFor();
    expect(await violationsOn(administrator, ALL_RULES)).toEqual([]);
    const menu = administrator.getByRole('button', { name: /^Actions: .*, Liver$/ });
    await menu.click();
    await administrator.getByRole('menuitem', { name: 'Save to a file' }).click();
    const fields = administrator.getByRole('dialog', { name: 'Save to a file' });
    for (const name of ['Passphrase', 'Passphrase again']) await fields.getByRole('textbox', { name, exact: true }).fill(PASSPHRASE);
    const download = administrator.waitForEvent('download');
    await fields.getByRole('button', { name: 'Save to a file' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.lswork$/);
    await fields.getByRole('button', { name: 'Close' }).last().click();
    await menu.click();
    await administrator.getByRole('menuitem', { name: 'Discard' }).click();
    await administrator.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await administrator.getByText('Nothing was kept aside').waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Segments' }).click();
    await part.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add segment' }).click();
    await page.locator('[data-segment]').getByText('Part 2').waitFor();
  });

  it('is saved from the page of a study that was deleted meanwhile [MASK-159]', async () => {
    await context.route('**/operations', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await page.keyboard.press('p');
    await drag(page, [20, 50], [40, 50]);
    await page.locator('[data-at="strokes-device"]').getByText('1 on this device').waitFor();
    const bearer = await bearerOf(opened.server, DEMO.admin);
    const headers = { authorization: `Bearer ${bearer}`, team: 'north', 'content-type': 'application/json' };
    const deleted = await opened.server.request('/api/studies-v2/delete', {
      method: 'POST',
      headers,
      body: JSON.stringify({ studies: [opened.uuid] }),
    });
    expect(deleted.status).toBe(204);
    await page.goto(opened.address);
    await page.getByRole('heading', { name: 'This study does not exist' }).waitFor();
    await page.getByText('1 change of a mask in this study, on this device, is in no mask on the server.').waitFor();
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
    await page.getByRole('button', { name: SAVE }).click();
    await dialog(SAVE).getByText('1 change of a mask goes into the file').waitFor();
  });
});

/** The only segment of the study, by an administrator. */
async function deleteSegment({ server, uuid }: OpenedStudy): Promise<void> {
  const headers = { authorization: `Bearer ${await bearerOf(server, DEMO.admin)}`, team: 'north' };
  const answer = await server.request(`/api/annotator/studies/${uuid}`, { headers });
  const { segmentations } = answer.json() as OrganizedSegmentations;
  const [{ id, segments }] = segmentations;
  const path = `/api/annotator/segment/delete/${uuid}/${id}/${segments[0].uuid}`;
  expect((await server.request(path, { method: 'PUT', headers })).status).toBe(200);
}

interface OrganizedSegmentations {
  segmentations: [{ id: number; segments: [{ uuid: string }] }];
}
