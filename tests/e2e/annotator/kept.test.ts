import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhantomMeasurementReport } from '#imaging/phantom/overlays/measurement-report.ts';
import { middleSlice, PHANTOM_LESIONS } from '#imaging/phantom/overlays/lesions.ts';
import { createPhantomSegmentation } from '#imaging/phantom/overlays/segmentation.ts';
import { createPhantomStructureSet } from '#imaging/phantom/overlays/structure-set.ts';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { writeDicom, type DicomElement } from '#imaging/dicom/write-dicom.ts';
import { elements } from '#tests/fixtures/dicom-file.ts';
import { rowsOnDevice } from '#tests/e2e/support/device.ts';
import { DEMO_PASSWORD, waitForServiceWorker } from '#tests/e2e/support/page-steps.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { expireSignIns } from '#tests/e2e/support/server-state.ts';
import { sendStudy } from '#tests/e2e/support/send-study.ts';
import { MARKED_PLAN, MARKED_SERIES } from '#tests/fixtures/phantom-overlays.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';

const ANNOTATOR = 'annotator@demo.test';
const MIDDLE = middleSlice(MARKED_PLAN, PHANTOM_LESIONS[0]!);

/** One study, read from top to bottom. */
describe('a study that is kept on the device, in the annotator', () => {
  let server: TestServer;
  let people: People;
  let visitor: Visitor;
  let page: Page;
  let address: string;

  beforeAll(async () => {
    [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
    visitor = await people.newVisitor({ serviceWorker: true });
    page = visitor.page;
    await signIn(page, server, DEMO.annotator);
    const slices = createPhantomSeries(MARKED_SERIES).map(({ bytes }) => bytes);
    const overlays = [createPhantomSegmentation, createPhantomStructureSet, createPhantomMeasurementReport].map((create) =>
      create(MARKED_SERIES),
    );
    const uuid = await sendStudy(server, await bearerOf(server, DEMO.annotator), [...slices, ...overlays]);
    address = `${server.teamOrigin('north')}/annotator/case/${uuid}`;
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  /** Series that are not whole yet are not offered as overlays. */
  async function untilConverted(): Promise<void> {
    const uuid = address.split('/').at(-1)!;
    const headers = { authorization: `Bearer ${await bearerOf(server, DEMO.annotator)}`, team: 'north' };
    const states = async () =>
      ((await (await server.request(`/api/studies-v2/series/${uuid}`, { headers })).json()) as { data: { state: string }[] }).data.map(
        ({ state }) => state,
      );
    await expect.poll(async () => new Set(await states()), { timeout: 60_000 }).toEqual(new Set(['converted']));
  }
  const pane = (): Locator => page.locator('[data-pane="0"] [role="application"]');
  /** With all slices read, because the grid is known only then. */
  async function open(): Promise<void> {
    await page.goto(address);
    await page.locator(`[data-shown="${MIDDLE}"]`).waitFor();
    await page.getByText(`original · ${MARKED_PLAN.slices} of ${MARKED_PLAN.slices} slices`).waitFor();
  }
  /** Draws a rectangle over the middle of the pane, or beside it. Its values as they stand on the picture, without its number. */
  async function measure(aside = 0): Promise<string[]> {
    const { x, y, width, height } = (await pane().boundingBox())!;
    const side = Math.min(width, height);
    const [left, top] = [x + width / 2 + side * aside, y + height / 2 + side * aside];
    const drawn = page.locator('[data-measurement][data-kind="rectangle"]');
    const before = await drawn.count();
    await pane().focus();
    await page.keyboard.press('Shift+O');
    await page.mouse.move(left - side * 0.3, top - side * 0.2);
    await page.mouse.down();
    await page.mouse.move(left + side * 0.2, top + side * 0.1, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => drawn.count()).toBe(before + 1);
    const lines = await drawn.last().locator('tspan').allTextContents();
    return lines.map((line) => line.replace(/^\d+ {2}/, ''));
  }
  /** Pixels of the canvas that an overlay has coloured: the picture itself is grey. */
  const coloured = (): Promise<number> =>
    pane()
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at]! - data[at + 2]! > 15) count += 1;
        return count;
      });

  it('is measured without a network with the same values, and has its overlays [ANN-70, ANN-71, ANN-72]', async () => {
    await untilConverted();
    // On another device: a measurement that is shown here would be adjusted by the same drag.
    const here = page;
    page = (await people.newVisitor()).page;
    await signIn(page, server, DEMO.annotator);
    await open();
    await page.getByRole('tab', { name: /^Measure/ }).click();
    const online = await measure();
    expect(online).toHaveLength(3);
    await page.getByText('1 measurement on server').waitFor();
    await expect.poll(coloured).toBeGreaterThan(100);
    page = here;

    await page.goto(`${server.teamOrigin('north')}/studies-v2`);
    await waitForServiceWorker(page);
    await page.getByRole('button', { name: /^Keep on this device: Heron/ }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^Kept on this device, [\d.]+/ })
      .waitFor();
    const kinds = (await rowsOnDevice<{ key: string; cached: number }>(page, 'keptObjects'))
      .filter(({ cached }) => cached === 0)
      .map(({ key }) => key.slice(0, key.indexOf(':')));
    expect(kinds.filter((kind) => kind === 'file')).toHaveLength(MARKED_PLAN.slices + 3);
    expect(kinds).not.toContain('volume');

    await visitor.context.setOffline(true);
    await open();
    await expect.poll(coloured).toBeGreaterThan(100);
    await page.getByRole('tab', { name: 'Overlays' }).click();
    await page.getByRole('region', { name: 'SR 103 · Measurements' }).getByText('Length 48 mm').waitFor();
    await page.getByRole('tab', { name: /^Measure/ }).click();
    expect(await measure()).toEqual(online);
    await page.getByText('1 on this device').waitFor();
  });

  it('says in its own tab that there is no network, and is covered by the key of the lock [ANN-74, ANN-75]', async () => {
    await page
      .getByRole('status')
      .filter({ hasText: /^offline/i })
      .waitFor();
    await pane().focus();
    await page.keyboard.press('Control+Shift+L');
    await page.locator('[data-lock-cover]').waitFor();
    await visitor.context.setOffline(false);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('[data-lock-cover]').waitFor({ state: 'detached' });
    await page
      .getByRole('status')
      .filter({ hasText: /^offline/i })
      .waitFor({ state: 'detached' });
    await page.getByText('2 measurements on server').waitFor();
  });

  it('asks for a sign-in over the page when that has ended, and loses nothing of what was drawn [ANN-76]', async () => {
    await visitor.context.setOffline(true);
    expireSignIns(server, ANNOTATOR);
    expect(await measure(0.06)).toHaveLength(3);
    await page.getByText('1 on this device').waitFor();
    await visitor.context.setOffline(false);
    const sheet = page.getByRole('dialog', { name: 'Sign in to continue' });
    await sheet.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    expect(page.url()).toBe(address);
    await page.keyboard.press('Enter');
    await sheet.waitFor({ state: 'detached' });
    await page.getByText('3 measurements on server').waitFor();
    // Still the same page.
    await page.getByRole('button', { name: 'Undo', disabled: false }).waitFor();
  });

  it('an ultrasound image in colour is measured with the lengths of its region, and has no values of pixels [ANN-77]', async () => {
    const uuid = await sendStudy(server, await bearerOf(server, DEMO.annotator), [ultrasoundFile()]);
    await page.goto(`${server.teamOrigin('north')}/annotator/case/${uuid}`);
    await page.locator('[data-shown="0"]').waitFor();
    await page.getByText('original · 1 slices').waitFor();
    // Half of 64 mm, and three tenths of them.
    expect(await measure()).toEqual([expect.stringMatching(/^6\.\d+ cm²$/)]);
  });
});

/** 64 x 64 pixels of 1 mm, said by its one region. */
function ultrasoundFile(): Uint8Array {
  const SIDE = 64;
  const about = elements({
    ...{ SOPClassUID: '1.2.840.10008.5.1.4.1.1.6.1', SOPInstanceUID: '2.25.881', SeriesInstanceUID: '2.25.88', StudyInstanceUID: '2.25.8' },
    ...{
      PatientName: 'Tern^Small',
      Modality: 'US',
      SeriesNumber: 1,
      Rows: SIDE,
      Columns: SIDE,
      SamplesPerPixel: 3,
      PlanarConfiguration: 0,
    },
    ...{ PhotometricInterpretation: 'RGB', BitsAllocated: 8, BitsStored: 8, HighBit: 7, PixelRepresentation: 0 },
    PixelData: new Uint8Array(SIDE * SIDE * 3).map((_, at) => (at * 7) % 200),
  });
  const whole = [0, 0, SIDE - 1, SIDE - 1].map((value, at): DicomElement => ({ tag: 0x00186018 + 2 * at, vr: 'UL', value }));
  const region: DicomElement[] = [
    { tag: 0x00186012, vr: 'US', value: 1 },
    ...whole,
    ...[0x00186024, 0x00186026].map((tag): DicomElement => ({ tag, vr: 'US', value: 3 })),
    ...[0x0018602c, 0x0018602e].map((tag): DicomElement => ({ tag, vr: 'FD', value: 0.1 })),
  ];
  const sequence: DicomElement = { tag: 0x00186011, vr: 'SQ', value: { items: [region] } };
  return writeDicom({ elements: [...about, sequence].toSorted((a, b) => a.tag - b.tag) });
}
