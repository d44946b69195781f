import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright';
import { createMeasuredStudy, CT_SPACING, SIDE } from '#tests/support/measured-study.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn, type Person } from '#tests/support/sign-in.ts';
import { openPeople, type People } from './people.ts';
import { uploadStudy } from './upload-study.ts';

/** A pixel of the picture. */
export type At = readonly [column: number, row: number];

export const paneOf = (page: Page, pane = 0): Locator => page.locator(`[data-pane="${pane}"] [role="application"]`);

/** A server with a measured study, which the annotator of a team has open. */
export interface OpenedStudy {
  server: TestServer;
  people: People;
  context: BrowserContext;
  page: Page;
  uuid: string;
  address: string;
  close(): Promise<void>;
}

interface OpenedOptions {
  /** The page works after a reload without a network, too. */
  serviceWorker?: boolean;
  /** It is de-identified on the device. */
  deidentified?: boolean;
  /** Who uploads it. By default, an annotator. */
  person?: Person;
}

export async function openMeasuredStudy(options: OpenedOptions = {}): Promise<OpenedStudy> {
  const opened = await uploadFolder(createMeasuredStudy(), 2, options);
  await openHalves(opened.page, opened.address);
  return opened;
}

/** A server with one study of these files, which the annotator of a team has uploaded and not opened yet. `series`: how many they make. */
export function uploadFiles(files: readonly Uint8Array[], series: number, options: OpenedOptions = {}): Promise<OpenedStudy> {
  return uploadFolder(folderOf(files), series, options);
}

async function folderOf(files: readonly Uint8Array[]): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'lightship-files-'));
  await Promise.all(files.map((bytes, at) => writeFile(join(path, `${at}.dcm`), bytes)));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

interface Folder {
  path: string;
  remove(): Promise<void>;
}

async function uploadFolder(
  made: Promise<Folder>,
  series: number,
  { deidentified = false, person = DEMO.annotator, ...visit }: OpenedOptions,
): Promise<OpenedStudy> {
  const [server, people, folder] = await Promise.all([startTestServer({ people: true, deidentified }), openPeople(), made]);
  const { context, page } = await people.newVisitor(visit);
  await signIn(page, server, person);
  const uuid = await uploadStudy(page, server, { path: folder.path, series });
  return {
    ...{ server, people, context, page, uuid, address: `${server.teamOrigin('north')}/annotator/case/${uuid}` },
    async close() {
      await people.close();
      await server.dispose();
      await folder.remove();
    },
  };
}

/** The series that is `halves` of a measured study, with the pane in focus. */
export async function openHalves(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await showSeries(page, 'halves', 3);
}

/** Chooses a series from the list, and waits for all of its slices. */
export async function showSeries(page: Page, description: string, slices: number): Promise<void> {
  await paneOf(page).and(page.locator('[data-shown]')).waitFor();
  await paneOf(page).focus();
  await page.keyboard.press('u');
  await page.getByRole('navigation', { name: 'Series' }).getByRole('button', { name: description }).click();
  await page.keyboard.press('u');
  await page.locator('[data-pane="0"]').getByText(`original · ${slices} of ${slices} slices`, { exact: true }).waitFor();
  await paneOf(page).focus();
}

/** Makes a segmentation of a structure with one segment. */
export async function makeSegment(page: Page, structure = 'Liver'): Promise<void> {
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'New segmentation' }).click();
  await page.getByRole('textbox', { name: 'Find a structure' }).fill(structure);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${structure}`) })
    .first()
    .click();
  await page.getByRole('button', { name: /^Draw on this series: / }).click();
  await page.getByRole('button', { name: 'Add segment' }).click();
  await page.locator('[data-segment]').getByText('Part 1').waitFor();
  await page.locator('[data-pane="0"] [data-masks]').waitFor();
}

/** Where a pixel of the fitted picture is on the screen. */
export async function placeOf(page: Page, [column, row]: At, pane = 0): Promise<[number, number]> {
  const [high, wide] = CT_SPACING;
  const { x, y, width, height } = (await paneOf(page, pane).boundingBox())!;
  const scale = Math.min(width / (SIDE * wide), height / (SIDE * high));
  return [x + width / 2 + (column + 0.5 - SIDE / 2) * wide * scale, y + height / 2 + (row + 0.5 - SIDE / 2) * high * scale];
}

/** Puts the pen down and moves it. */
export async function beginStroke(page: Page, from: At, to: At, pane = 0): Promise<void> {
  await page.mouse.move(...(await placeOf(page, from, pane)));
  await page.mouse.down();
  await page.mouse.move(...(await placeOf(page, to, pane)), { steps: 4 });
}

export async function drag(page: Page, from: At, to: At, pane = 0): Promise<void> {
  await beginStroke(page, from, to, pane);
  await page.mouse.up();
}

/** The server has everything that was drawn. */
export async function isAllSent(page: Page): Promise<void> {
  await page.locator('[data-at="strokes-server"]').waitFor();
  await page.locator('[data-at="strokes-device"]').waitFor({ state: 'detached' });
}

/** Whether a segment is drawn over a pixel. */
export async function isDrawn(page: Page, at: At): Promise<boolean> {
  const box = (await paneOf(page).boundingBox())!;
  const [x, y] = await placeOf(page, at);
  return page
    .locator('[data-pane="0"] [data-masks]')
    .evaluate(
      (canvas: HTMLCanvasElement, [left, top]) => canvas.getContext('2d')!.getImageData(left!, top!, 1, 1).data[3]! > 0,
      [Math.round(x - box.x), Math.round(y - box.y)],
    );
}
