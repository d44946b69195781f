import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropFolder, openUploadPage, pressProcess, uploadState, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn, type Person } from '#tests/support/sign-in.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';

/** A data scientist makes a transfer function, and the administrator of the team reads with it: read from top to bottom. */
describe('transfer functions', () => {
  let people: People;
  let server: TestServer;
  let study: StudyFolder;
  let page: Page;
  let administrator: Page;

  beforeAll(async () => {
    [people, server, study] = await Promise.all([openPeople(), startTestServer({ people: true }), createStudyFolder()]);
    [page, administrator] = await Promise.all([enter(DEMO.scientist), enter(DEMO.admin)]);
  });
  afterAll(async () => {
    await people.close();
    await Promise.all([server.dispose(), study.remove()]);
  });

  async function enter(person: Person): Promise<Page> {
    const { page: own } = await people.newVisitor();
    await signIn(own, server, person);
    return own;
  }
  const open = (of: Page, path = '') => of.goto(`${server.teamOrigin('north')}/transfer-functions${path}`);
  const link = (of: Page, name: string) => of.getByRole('link', { name, exact: true });
  const button = (of: Page, name: string | RegExp) => of.getByRole('button', { name });
  const field = (of: Page, name: string) => of.getByRole('textbox', { name, exact: true });
  const handle = (of: Page, point: number): Locator => of.getByRole('button', { name: new RegExp(`^Point ${point}, `) });

  it('are opened from the sidebar and searched; shipped ones are only read [SIDE-23, ROUTE-032]', async () => {
    await page.goto(`${server.teamOrigin('north')}/dashboard`);
    await link(page, 'Transfer functions').first().click();
    await link(page, 'CT lung').waitFor();
    await page.getByRole('searchbox').fill('bone');
    await page.waitForURL(/search=bone/);
    await expect.poll(() => page.locator('[data-function]').count()).toBe(1);
    await link(page, 'CT bone').click();
    await page.getByText('Came with the product').waitFor();
    expect(await button(page, 'Save transfer function').count()).toBe(0);
  });

  it('are copied, and edited by keys, pointer and numbers; a colleague sees the new one [ROUTE-121]', async () => {
    await open(administrator);
    await link(administrator, 'CT bone').waitFor();
    await link(page, 'Copy').click();
    expect(await field(page, 'Name').inputValue()).toBe('Copy of CT bone');
    await handle(page, 2).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await field(page, 'Value, point 2').inputValue()).toBe('260');
    expect(await field(page, 'Opacity, %, point 2').inputValue()).toBe('49');
    await handle(page, 4).focus();
    await page.keyboard.press('Delete');
    expect(await handle(page, 5).count()).toBe(0);

    const box = (await handle(page, 3).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2 + 30, { steps: 4 });
    await page.mouse.up();
    expect(Number(await field(page, 'Value, point 3').inputValue())).toBeGreaterThan(450);
    expect(Number(await field(page, 'Opacity, %, point 3').inputValue())).toBeLessThan(90);

    await field(page, 'Value, point 4').fill('1');
    await button(page, 'Create transfer function').click();
    await page.getByText('Values must increase from row to row').waitFor();
    await field(page, 'Value, point 4').fill('1500');
    await field(page, 'Name').fill('ct LUNG');
    await button(page, 'Create transfer function').click();
    await page.getByText('Already taken').waitFor();
    await field(page, 'Name').fill('Red bone');
    await page.getByRole('combobox', { name: 'Default of' }).selectOption('MR');
    await button(page, 'Create transfer function').click();
    await link(page, 'Red bone').waitFor();
    await link(administrator, 'Red bone').waitFor();
  });

  it('the default of a modality is shown when a series opens; grayscale and others are chosen from the window menu, offline too [OQ-20]', async () => {
    await openUploadPage(administrator, server);
    await dropFolder(administrator, study.path);
    await waitUntilOnDevice(administrator, study.series.length);
    await administrator.getByRole('row', { name: '2 head axial' }).focus();
    await administrator.keyboard.press('Enter');
    await button(administrator, /^Red bone/).click();
    await administrator.getByRole('menuitem', { name: 'Grayscale' }).click();
    await button(administrator, /^W 760 L 380/).click();
    await expect.poll(() => isGrey(administrator)).toBe(true);
    await administrator.context().setOffline(true);
    await administrator.getByRole('menuitem', { name: 'Hot iron' }).click();
    await button(administrator, /^Hot iron/).waitFor();
    await administrator.getByRole('application').getByText('Hot iron', { exact: true }).waitFor();
    await expect.poll(() => isGrey(administrator)).toBe(false);
    await administrator.context().setOffline(false);
    await button(administrator, /^Hot iron/).click();
    await administrator.getByRole('menuitem', { name: /^As stored/ }).click();
    await button(administrator, /^W 760 L 380/).waitFor();
  });

  it('values of a series are counted and shown behind the curve [ROUTE-121]', async () => {
    await administrator.keyboard.press('Escape');
    await pressProcess(administrator);
    await uploadState(administrator, 'finished');
    await open(administrator, '/create');
    expect(await administrator.locator('form rect').count()).toBe(0);
    await button(administrator, 'Show values of a series').click();
    await administrator.getByRole('combobox', { name: 'Studies' }).selectOption({ index: 1 });
    await administrator.getByRole('combobox', { name: 'Series' }).selectOption({ index: 1 });
    await administrator.locator('form rect').first().waitFor({ state: 'attached' });
    await button(administrator, 'Hide values').click();
    expect(await administrator.locator('form rect').count()).toBe(0);
  });

  it('what somebody else created is deleted by the administrator only [OQ-03]', async () => {
    await open(administrator);
    await button(administrator, 'Reload').waitFor();
    await link(administrator, 'Red bone').click();
    await button(administrator, 'Delete transfer function').click();
    await administrator.getByRole('dialog').getByRole('button', { name: 'Delete transfer function' }).click();
    await link(administrator, 'CT bone').waitFor();
    await expect.poll(() => link(page, 'Red bone').count()).toBe(0);
  });

  it('are not shown to members without the permission', async () => {
    const member = await enter(DEMO.member);
    await open(member);
    await member.waitForURL((url) => url.pathname !== '/transfer-functions');
    expect(await link(member, 'Transfer functions').count()).toBe(0);
  });
});

/** Whether the shown slice has no colour. */
function isGrey(page: Page): Promise<boolean> {
  return page.locator('[data-drawn] canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
    return data.every((value, at) => at % 4 !== 0 || (value === data[at + 1] && value === data[at + 2]));
  });
}
