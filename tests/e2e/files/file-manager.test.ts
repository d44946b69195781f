import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { expectFocus, waitUntilKept } from '#tests/e2e/support/page-steps.ts';
import { writeZip } from '#tests/fixtures/archives/write-zip.ts';
import { areaFiles } from '#tests/support/area-files.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
/** More than the server copies during a call. */
const MANY = 2_100;

/** An administrator of the team, without a mouse: read from top to bottom. */
describe('the file manager', () => {
  let people: People;
  let server: TestServer;
  let page: Page;
  let files: ReturnType<typeof areaFiles>;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    files = areaFiles(server, await bearerOf(server, DEMO.admin));
    for (const folder of ['datasets', 'outgoing']) await files.mkdir(`/north/${folder}`);
    const entries = Array.from({ length: MANY }, (_, n) => ({ name: `many/scan ${n}.txt`, bytes: text(`scan ${n}`) }));
    await files.put('/north/datasets', {
      'notes.txt': text('The first line\n'),
      'scan 10.txt': text('ten'),
      'scan 2.txt': text('two'),
      'many.zip': writeZip(entries),
    });
    page = (await people.newVisitor()).page;
    await signIn(page, server, DEMO.admin);
    await page.goto(`${server.teamOrigin('north')}/admin/commander`);
    await row('Left', 'datasets').waitFor();
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  type Side = 'Left' | 'Right';
  const grid = (side: Side): Locator => page.getByRole('grid', { name: new RegExp(`^${side} pane`) });
  const row = (side: Side, name: string): Locator => grid(side).getByRole('row', { name, exact: false });
  const dialog = (): Locator => page.getByRole('dialog');
  const works = (): Locator => page.getByRole('list', { name: 'Works' });
  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key);
  }
  /** The cursor goes to the line with this name. */
  async function to(name: string): Promise<void> {
    await press('Home');
    await page.keyboard.type(name);
  }
  const namesIn = async (side: Side): Promise<string[]> => {
    const names = await grid(side).locator('[data-kind="folder"] bdi, [data-kind="file"] bdi').allInnerTexts();
    return names.map((name) => name.trim());
  };

  it('opens folders in both panes, in natural order [FM-001, FM-002, FM-004, FM-011]', async () => {
    await grid('Left').focus();
    await to('datasets');
    await press('Enter');
    await row('Left', 'notes.txt').waitFor();
    expect(await namesIn('Left')).toEqual(['many.zip', 'notes.txt', 'scan 2.txt', 'scan 10.txt']);
    await press('Tab');
    await expectFocus(grid('Right'));
    await to('outgoing');
    await press('Enter');
    await page.getByText('This folder is empty').waitFor();
    await press('Backspace', 'Enter');
    await page.getByRole('grid', { name: 'Right pane, /north/outgoing' }).waitFor();
    await press('Tab');
    await expectFocus(grid('Left'));
  });

  it('makes a folder, and says which names are refused [FM-008]', async () => {
    await press('F7');
    await dialog().getByRole('textbox', { name: 'Name of the folder' }).waitFor();
    await page.keyboard.type('con');
    await press('Enter');
    await dialog().getByText('Windows reserves this name for a device.').waitFor();
    await press('End', '1', 'Enter');
    // COM1 is a device, con1 is none.
    await row('Left', 'con1').waitFor();
    await expectFocus(grid('Left'));
    await expect.poll(() => grid('Left').locator('[data-cursor="active"]').innerText()).toContain('con1');
  });

  it('renames in place, as it was typed [FM-005, FM-012]', async () => {
    await press('F2');
    await expectFocus(page.getByRole('textbox', { name: 'New name of con1' }));
    await page.keyboard.type('Lung  Nodules v1');
    await press('Enter');
    await row('Left', 'Lung Nodules v1').waitFor();
    expect(await files.names('/north/datasets')).toContain('Lung  Nodules v1');
    await expectFocus(grid('Left'));
    await press('F2', 'Escape');
    await expectFocus(grid('Left'));
  });

  it('copies what is selected into the folder of the other pane [FM-006, FM-014]', async () => {
    await to('scan 2');
    await press('Shift+ArrowDown');
    await page.getByText('2 selected').waitFor();
    await press('F5');
    await row('Right', 'scan 10.txt').waitFor();
    expect(await namesIn('Right')).toEqual(['scan 2.txt', 'scan 10.txt']);
    expect(await files.names('/north/datasets')).toContain('scan 2.txt');
  });

  it('asks where names exist, and changes nothing before the answer', async () => {
    await to('scan 2');
    await press('F5');
    await dialog().getByText('1 file is there already').waitFor();
    await press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect(await files.names('/north/outgoing')).toEqual(['scan 2.txt', 'scan 10.txt']);
    await expectFocus(grid('Left'));
    await press('F5');
    await expectFocus(dialog().getByRole('radio', { name: /^Keep both/ }));
    await press('Enter');
    await dialog().getByRole('button', { name: 'Keep both' }).press('Enter');
    await expect.poll(() => files.names('/north/outgoing')).toEqual(['scan 2 (2).txt', 'scan 2.txt', 'scan 10.txt'].toSorted(natural));
  });

  it('moves [FM-005, FM-014]', async () => {
    await to('notes');
    await press('F6');
    await row('Right', 'notes.txt').waitFor();
    await expect.poll(() => namesIn('Left')).not.toContain('notes.txt');
  });

  it('shows what is in a file', async () => {
    await press('Tab');
    await to('notes');
    await press('F3');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('The first line').waitFor();
    await press('F3');
    await preview.waitFor({ state: 'hidden' });
  });

  it('downloads the very bytes', async () => {
    const [download] = await Promise.all([page.waitForEvent('download'), press('F9')]);
    expect(download.suggestedFilename()).toBe('notes.txt');
    expect(await readFile(await download.path(), 'utf8')).toBe('The first line\n');
  });

  it('deletes after a question, and restores from the bin [FM-007, FM-014]', async () => {
    await press('F8');
    await expectFocus(dialog().getByRole('button', { name: 'Keep' }));
    await press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    await row('Right', 'notes.txt').waitFor();
    await expectFocus(grid('Right'));
    await press('Delete');
    await dialog().getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await row('Right', 'notes.txt').waitFor({ state: 'hidden' });
    await grid('Right').focus();
    await press('Backspace');
    await row('Right', 'outgoing').waitFor();
    await to('bin');
    await press('Enter');
    await row('Right', 'was in /north/outgoing').waitFor();
    await to('notes');
    await press('F6');
    await page.getByText('The bin is empty').waitFor();
    expect(await files.names('/north/outgoing')).toContain('notes.txt');
    await press('Backspace');
    await row('Right', 'outgoing').waitFor();
    await to('outgoing');
    await press('Enter');
    await row('Right', 'notes.txt').waitFor();
  });

  it('packs, and unpacks into the folder of the other pane [FM-009, FM-010]', async () => {
    await to('scan 2.');
    await press('F4');
    await expectFocus(dialog().getByRole('textbox', { name: 'Name of the zip' }));
    await press('Enter');
    await row('Right', 'scan 2.zip').waitFor();
    await works().getByText('Packed scan 2.zip').or(works().getByText('Packed scan 2.txt')).waitFor();
    await grid('Left').focus();
    await to('many');
    await press('Shift+F4');
    await works().getByText('Unpacked many.zip').waitFor({ timeout: 30_000 });
    await row('Right', 'many').first().waitFor();
    expect(await files.names('/north/outgoing/many')).toHaveLength(MANY);
  });

  it('a copy goes on after the server was killed, and has every entry once', async () => {
    await press('Tab');
    await expectFocus(grid('Right'));
    await to('many');
    const sent = page.waitForResponse((response) => response.url().endsWith('/cmd/cp'));
    await press('F5');
    await sent;
    await server.kill();
    await server.restart();
    await works().getByText('Copied many').waitFor({ timeout: 60_000 });
    const names = await files.names('/north/datasets/many');
    expect([names.length, new Set(names).size]).toEqual([MANY, MANY]);
    await row('Left', 'many').first().waitFor();
  });

  it('a list of thousands draws the lines on the screen, which the keys reach [FM-016]', async () => {
    await grid('Left').focus();
    await to('many');
    await press('Enter');
    await row('Left', 'scan 0.txt').waitFor();
    expect(await grid('Left').locator('[data-place]').count()).toBeLessThan(100);
    await press('End');
    await row('Left', `scan ${MANY - 1}.txt`).waitFor();
    await press('Control+a');
    await page.getByText(/^2.100 selected$/).waitFor();
    const box = await grid('Left').boundingBox();
    expect(box!.height).toBeLessThanOrEqual(900 * 0.75 + 1);
  });

  it('results stay after a reload until they are closed, and the panes where they were', async () => {
    await waitUntilKept(page, '/services/cmd/ls');
    await page.reload();
    await page.getByRole('grid', { name: 'Left pane, /north/datasets/many' }).waitFor();
    await works().getByText('Copied many').waitFor();
    await works().getByRole('button', { name: 'Close: Copied many' }).press('Enter');
    await works().getByText('Copied many').waitFor({ state: 'hidden' });
    await page.reload();
    await works().getByText('Unpacked many.zip').waitFor();
    expect(await works().getByText('Copied many').count()).toBe(0);
  });

  it('without the server it shows what was opened, and says why nothing can be changed', async () => {
    await grid('Left').focus();
    // The list is scrolled as it was before the reload.
    await press('Home');
    await row('Left', 'scan 0.txt').waitFor();
    await page.context().setOffline(true);
    await page
      .getByText(/^list as of /)
      .first()
      .waitFor();
    await grid('Left').focus();
    await press('Backspace');
    await row('Left', 'many.zip').waitFor();
    expect(await page.getByRole('button', { name: /Copy/ }).getAttribute('aria-disabled')).toBe('true');
    await page.context().setOffline(false);
    await expect.poll(() => page.getByRole('button', { name: /Copy/ }).getAttribute('aria-disabled')).toBe('false');
  });

  it('who is no administrator of the team sees no entry', async () => {
    const { page: own } = await people.newVisitor();
    await signIn(own, server, DEMO.annotator);
    await own.goto(`${server.teamOrigin('north')}/admin/commander`);
    await own.getByText('This folder is not here').or(own.getByText('Not authorized')).first().waitFor();
    expect(await own.getByText('datasets').count()).toBe(0);
  });
});

function natural(a: string, b: string): number {
  return new Intl.Collator('en', { numeric: true }).compare(a, b);
}
