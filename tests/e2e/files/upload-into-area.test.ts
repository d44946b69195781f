import { createHash } from 'node:crypto';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { waitForServiceWorker } from '#tests/e2e/support/page-steps.ts';
import { areaFiles } from '#tests/support/area-files.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';

/** Does not repeat within a chunk, so that a part in a wrong place changes the hash. */
function bytesOf(length: number): Uint8Array {
  let state = 7;
  return Uint8Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state >> 16;
  });
}
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const LARGE = bytesOf(9_000_000);

describe('uploading into a folder of an area', () => {
  let people: People;
  let server: TestServer;
  let page: Page;
  let files: ReturnType<typeof areaFiles>;
  let disk: string;

  beforeAll(async () => {
    [people, server] = await Promise.all([openPeople(), startTestServer({ people: true })]);
    files = areaFiles(server, await bearerOf(server, DEMO.admin));
    disk = await mkdtemp(join(tmpdir(), 'area-upload-'));
    await mkdir(join(disk, 'case', 'inner'), { recursive: true });
    await writeFile(join(disk, 'case', 'notes.txt'), 'same words');
    await writeFile(join(disk, 'case', 'inner', 'again.txt'), 'same words');
    await writeFile(join(disk, 'case', 'inner', 'large.bin'), LARGE);
    await writeFile(join(disk, 'notes.txt'), 'first');
    await writeFile(join(disk, 'aux.txt'), 'refused');
    page = (await people.newVisitor({ serviceWorker: true })).page;
    await signIn(page, server, DEMO.admin);
    await page.goto(`${server.teamOrigin('north')}/admin/commander`);
    await page.getByRole('grid', { name: 'Left pane, /north' }).waitFor();
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
    await rm(disk, { recursive: true, force: true });
  });

  const grid = (): Locator => page.getByRole('grid', { name: /^Left pane/ });
  const works = (): Locator => page.getByRole('list', { name: 'Works' });
  const choose = (name: string): Promise<void> => page.locator('input[type=file][aria-label="Upload"]').setInputFiles(join(disk, name));

  it('a folder that was chosen offline waits, survives a reload, and arrives byte for byte [FM-040]', async () => {
    await waitForServiceWorker(page);
    await page.context().setOffline(true);
    await page.locator('input[type=file][aria-label="Upload a folder"]').setInputFiles(join(disk, 'case'));
    await works().getByText('Uploading 3 files to north').waitFor();
    await page.reload();
    await works().getByText('Uploading 3 files to north').waitFor();
    expect(await files.names('/north')).toEqual([]);
    await page.context().setOffline(false);
    await works().getByText('Uploaded 3 files to north').waitFor({ timeout: 60_000 });
    expect(await files.names('/north/case/inner')).toEqual(['again.txt', 'large.bin']);
    expect(await files.read('/north/case/notes.txt')).toBe('same words');
    await grid().getByRole('row', { name: 'case' }).dblclick();
    await grid().getByRole('row', { name: 'inner' }).dblclick();
    await grid().getByRole('row', { name: 'large.bin' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('F9')]);
    expect(sha256(await readFile(await download.path()))).toBe(sha256(LARGE));
  });

  it('asks where a name exists, as copies do', async () => {
    await page.keyboard.press('Backspace');
    await page.getByRole('grid', { name: 'Left pane, /north/case', exact: true }).waitFor();
    await choose('notes.txt');
    await page.getByRole('dialog').getByText('1 file is there already').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep both' }).click();
    await expect.poll(() => files.names('/north/case'), { timeout: 30_000 }).toContain('notes (2).txt');
    expect(await files.read('/north/case/notes.txt')).toBe('same words');
    expect(await files.read('/north/case/notes (2).txt')).toBe('first');
  });

  it('a name that is not allowed is refused before anything is sent [FM-041]', async () => {
    await choose('aux.txt');
    await page.getByText('Windows reserves this name for a device. Nothing was uploaded.').waitFor();
    expect(await files.names('/north/case')).toEqual(['inner', 'notes (2).txt', 'notes.txt'].toSorted());
  });
});
