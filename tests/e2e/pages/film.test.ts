import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROLE } from '#contract/permissions.ts';
import { bearerOf, DEMO } from '#tests/support/sign-in.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { videoFile, writeMp4 } from '#tests/fixtures/video.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { dropFolder, openUploadPage, pressProcess, signIn, uploadState } from '#tests/e2e/support/page-steps.ts';

/** A film in a DICOM file: no picture is drawn of it; it is played where the browser can, and saved. */
const PICTURES = 5;
const film = writeMp4(PICTURES);

let server: TestServer;
let people: People;
let page: Page;
let folder: string;
/** The address of the film's file on the server. */
let originalFile: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lightship-film-'));
  await writeFile(join(folder, 'film.dcm'), videoFile(film, { frames: PICTURES, fragmentBytes: 1000 }));
  // As many pictures, of a coding that no Chromium plays.
  const hevc = { SeriesInstanceUID: '2.25.12', SOPInstanceUID: '2.25.112', SeriesNumber: 3 };
  const other = videoFile(film, { frames: PICTURES, transferSyntaxUid: '1.2.840.10008.1.2.4.107', more: hevc });
  await writeFile(join(folder, 'other.dcm'), other);
  [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
  ({ page } = await people.newVisitor());
  await signIn(page, server);
});

afterAll(async () => {
  await people?.close();
  await Promise.all([server?.dispose(), rm(folder, { recursive: true, force: true })]);
});

async function playAndSave(): Promise<void> {
  await page.getByText('This is a film. Play it or save it to view it.').waitFor();
  await page.getByRole('button', { name: 'Play film' }).click();
  const video = page.locator('video');
  await expect
    .poll(() => video.evaluate((played: HTMLVideoElement) => [played.videoWidth, played.videoHeight, played.error]))
    .toEqual([32, 32, null]);
  await expect.poll(() => video.evaluate((played: HTMLVideoElement) => played.ended)).toBe(true);
  expect(await video.evaluate(({ duration }: HTMLVideoElement) => duration)).toBe(PICTURES / 10);
  await page.getByRole('button', { name: 'Close film' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save film' }).click()]);
  expect(download.suggestedFilename()).toBe('film-1.mp4');
  expect((await readFile(await download.path())).equals(film)).toBe(true);
}

it('a film is played and saved before anything is sent, byte for byte as in its file', async () => {
  await openUploadPage(page, server);
  await dropFolder(page, folder);
  await expect.poll(() => page.locator('[data-series]').count()).toBe(2);
  await page.getByText(/^Keep this tab open/).waitFor({ state: 'hidden' });
  await page.locator('[data-series]').first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('application').focus();
  await page.keyboard.press('Home');
  await playAndSave();
});

it('a film can be saved, with a message, when the browser cannot play it', async () => {
  await page.getByRole('button', { name: 'Next series' }).click();
  await page.getByRole('button', { name: 'Play film' }).click();
  await page.getByText('This browser cannot play this video format. Save the file to play it elsewhere.').waitFor();
  await page.keyboard.press('Escape');
  // The panel below stays.
  await page.getByRole('button', { name: 'Close film' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Previous series' }).waitFor();
});

it('a film is played and saved from the server, byte for byte', async () => {
  await page.getByRole('button', { name: 'Close the panel' }).click();
  for (const bodyPart of await page.getByRole('combobox', { name: /^Body part of/ }).all()) {
    await bodyPart.click();
    await page.getByRole('option', { name: 'Prostate', exact: true }).click();
  }
  await pressProcess(page);
  await uploadState(page, 'finished');
  await page.goto(`${server.teamOrigin('north')}/studies-v2`);
  const asked = page.waitForRequest(/\/studies-v2\/files\/\d+$/);
  await page.getByRole('row').filter({ hasText: 'Heron' }).first().click();
  originalFile = new URL((await asked).url()).pathname;
  await page.getByRole('application').focus();
  await page.keyboard.press('Home');
  await playAndSave();
});

it('a film is refused to a member who may no longer see studies', async () => {
  const ask = async () =>
    (await server.request(originalFile, { headers: { authorization: `Bearer ${await bearerOf(server, DEMO.annotator)}`, team: 'north' } }))
      .status;
  expect(await ask()).toBe(200);
  const { status } = await server.request(`/api/roles/${ROLE.annotator}/permissions`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${await bearerOf(server, DEMO.admin)}`, team: 'north' },
    body: { permission: 'r:studies', held: false },
  });
  expect(status).toBe(200);
  expect(await ask()).toBe(403);
  await page.waitForURL(`${server.teamOrigin('north')}/dashboard`);
  await page.getByRole('button', { name: 'Play film' }).waitFor({ state: 'hidden' });
});
