import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPhantomMeasurementReport } from '#imaging/phantom/overlays/measurement-report.ts';
import { lesionCircle, middleSlice, PHANTOM_LESIONS, pixelOfPoint } from '#imaging/phantom/overlays/lesions.ts';
import { createPhantomPresentationState } from '#imaging/phantom/overlays/presentation-state.ts';
import { createPhantomSegmentation } from '#imaging/phantom/overlays/segmentation.ts';
import { createPhantomStructureSet } from '#imaging/phantom/overlays/structure-set.ts';
import type { Triple } from '#imaging/phantom/ellipsoid.ts';
import { createPhantomSeries } from '#imaging/phantom.ts';
import { ALL_RULES, SPACE_RULES, violationsOn } from '#tests/e2e/support/axe.ts';
import { layoutFaults } from '#tests/e2e/support/layout.ts';
import { openPeople, type People, type Visitor } from '#tests/e2e/support/people.ts';
import { sendStudy } from '#tests/e2e/support/send-study.ts';
import { MARKED_PLAN, MARKED_SERIES } from '#tests/fixtures/phantom-overlays.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';

const LESION = PHANTOM_LESIONS[0]!;
const MIDDLE = middleSlice(MARKED_PLAN, LESION);
const [X, Y, Z] = lesionCircle(MARKED_PLAN, MIDDLE, LESION)!.centre;
/** In the first lesion and not in the second, off the lines that measure it; on the upper edge of the first; in neither. */
const INSIDE: Triple = [X - 8, Y - 10, Z];
const EDGE: Triple = [X, Y - LESION.radiusMm, Z];
const OUTSIDE: Triple = [X - 50, Y - 10, Z];

/** Files are read and drawn while other tests use the processor. */
const SOON = { timeout: 15_000 };

/** An MR series of a head with everything that can be drawn over it. */
function markedFiles(): Uint8Array[] {
  return [
    ...createPhantomSeries(MARKED_SERIES).map(({ bytes }) => bytes),
    createPhantomSegmentation(MARKED_SERIES),
    createPhantomStructureSet(MARKED_SERIES),
    createPhantomMeasurementReport(MARKED_SERIES),
    createPhantomPresentationState(MARKED_SERIES),
  ];
}

/** One study, read from top to bottom. */
describe('overlays that arrived with a study', () => {
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
    const uuid = await sendStudy(server, await bearerOf(server, DEMO.annotator), markedFiles());
    address = `${server.teamOrigin('north')}/annotator/case/${uuid}`;
    await page.goto(address);
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  const pane = (): Locator => page.locator('[data-pane="0"] [role="application"]');
  const shows = async (slice: number): Promise<void> => page.locator(`[data-shown="${slice}"]`).waitFor();
  const panel = (name: string): Locator => page.getByRole('region', { name });
  const segments = (): Locator => panel('SEG 101 · Lesions');
  const regions = (): Locator => panel('RTSTRUCT 102 · Lesions');
  async function press(key: string): Promise<void> {
    await pane().focus();
    await page.keyboard.press(key);
  }
  /** How much redder than blue the canvas is at a point of the patient: grey pictures are 0, and both overlays of the lesion are red. */
  async function redness(point: Triple): Promise<number> {
    const [x, y] = pixelOfPoint(MARKED_PLAN, MIDDLE, point);
    const { matrix } = MARKED_PLAN;
    return pane()
      .locator('canvas')
      .evaluate(
        (canvas: HTMLCanvasElement, [across, down]) => {
          // The picture is square and as large as it fits.
          const side = Math.min(canvas.width, canvas.height);
          const [left, top] = [canvas.width / 2 + (across! - 0.5) * side, canvas.height / 2 + (down! - 0.5) * side];
          const [red, , blue] = canvas.getContext('2d')!.getImageData(Math.round(left), Math.round(top), 1, 1).data;
          return red! - blue!;
        },
        [x / matrix, y / matrix],
      );
  }
  const isTinted = (point: Triple) => expect.poll(() => redness(point), SOON);
  const hide = (layer: Locator, name: string) => layer.getByRole('button', { name: `Show ${name}`, exact: true }).click();

  it('opens the images, not the overlays, and draws these on the slice that they belong to [ANN-40, ANN-42, ANN-46, ANN-48]', async () => {
    await shows(MIDDLE);
    // Two fills of 22 percent.
    await isTinted(INSIDE).toBeGreaterThan(30);
    await isTinted(EDGE).toBeGreaterThan(60);
    expect(await redness(OUTSIDE)).toBe(0);
    await press('Home');
    await shows(0);
    await isTinted(INSIDE).toBe(0);
    expect(await redness(EDGE)).toBe(0);
  });

  it('lists them under their own heading, beside the series that panes show [ANN-46]', async () => {
    await press('u');
    const strip = page.getByRole('navigation', { name: 'Series' });
    await strip.getByRole('heading', { name: 'Overlays 4' }).waitFor();
    expect(await strip.getByRole('button').count()).toBe(1);
    for (const name of ['101 · Lesions', '102 · Lesions', '103 · Measurements', '104 · Marked']) await strip.getByText(name).waitFor();
    await press('u');
  });

  it('has a row for each layer, with what was measured [ANN-43, ANN-50]', async () => {
    await page.getByRole('tab', { name: 'Overlays' }).click();
    for (const layer of ['Lesion', 'Core', 'Centre']) await regions().getByText(layer, { exact: true }).waitFor();
    const measured = panel('SR 103 · Measurements');
    await measured.getByText('1 Mass').waitFor();
    await measured.getByText('Length 48 mm').waitFor();
    await expect.poll(() => segments().getByText('on this slice').count(), SOON).toBe(0);
    for (let step = 0; step < MIDDLE; step += 1) await press('ArrowDown');
    await shows(MIDDLE);
    await expect.poll(() => segments().getByText('on this slice').count(), SOON).toBe(2);
  });

  it('has a panel that everybody can use, at 1280 x 720 and on a phone [ANN-50]', async () => {
    await segments().getByRole('button', { name: 'How it is drawn: Lesion' }).click();
    await segments().getByRole('slider', { name: 'Opacity of the fill: Lesion' }).waitFor();
    expect(await violationsOn(page, ALL_RULES)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(await layoutFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Segments, view, measure and tags' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Hide all' }).waitFor();
    expect(await violationsOn(page, SPACE_RULES)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await segments().waitFor();
  });

  it('hides a layer, and all of them by a key, on every slice [ANN-50]', async () => {
    await hide(segments(), 'Lesion');
    await hide(regions(), 'Lesion');
    await isTinted(INSIDE).toBeLessThan(20);
    for (const name of ['SR 103 · Measurements', 'PR 104 · Marked']) {
      const rows = panel(name).getByRole('button', { name: /^Show (?!images)/ });
      for (const row of await rows.all()) await row.click();
    }
    await isTinted(INSIDE).toBe(0);
    await press('ArrowDown');
    await shows(MIDDLE + 1);
    await press('ArrowUp');
    await shows(MIDDLE);
    await isTinted(INSIDE).toBe(0);
    await hide(segments(), 'Lesion');
    await isTinted(INSIDE).toBeGreaterThan(15);
    await press('q');
    await isTinted(INSIDE).toBe(0);
    await page.getByRole('button', { name: 'Show all' }).waitFor();
    await press('q');
    await isTinted(INSIDE).toBeGreaterThan(15);
  });

  it('draws a mask as an outline, or with another opacity [ANN-48, ANN-50]', async () => {
    const before = await redness(INSIDE);
    await segments().getByRole('button', { name: 'How it is drawn: Lesion' }).click();
    await segments().getByRole('slider', { name: 'Opacity of the fill: Lesion' }).press('End');
    // The colour of the segment alone, without the picture.
    await isTinted(INSIDE).toBe(0xdd - 0x65);
    expect(before).toBeLessThan(40);
    const drawn = segments().getByRole('radiogroup', { name: 'How it is drawn: Lesion' });
    await drawn.getByText('Outline', { exact: true }).click();
    await isTinted(INSIDE).toBe(0);
    await drawn.getByText('Both', { exact: true }).click();
    await isTinted(INSIDE).toBe(0xdd - 0x65);
  });

  it('shows images as a presentation state says only when somebody asks for it [ANN-44, ANN-51]', async () => {
    const words = (text: string): Locator => page.locator('[data-pane="0"]').getByText(text, { exact: true });
    await words('W 900 L 450').waitFor();
    const letters = () => page.locator('[data-pane="0"] [data-side]').allInnerTexts();
    expect(await letters()).toEqual(['R', 'L', 'A', 'P']);
    await panel('PR 104 · Marked').getByRole('button', { name: 'Show images this way' }).click();
    await words('W 500 L 300').waitFor();
    // Turned by 90 degrees, then flipped: the front of the head is on the left.
    await expect.poll(letters, SOON).toEqual(['A', 'P', 'R', 'L']);
    await press(' ');
    await words('W 900 L 450').waitFor();
  });

  it('says where a mask cannot be shown, and draws contours there [ANN-47, ANN-48]', async () => {
    await page.getByRole('tab', { name: 'View' }).click();
    await page.getByText('Sagittal', { exact: true }).click();
    await page.getByRole('tab', { name: 'Overlays' }).click();
    await expect.poll(() => segments().getByText('Not shown here: its pixels are not those of this image or plane.').count(), SOON).toBe(2);
  });

  it('says without a network that there is no copy of them, and reads them again [ANN-52]', async () => {
    // The images arrive; what is listed after them does not.
    let lists = 0;
    await visitor.context.route(/\/series\/[^/]+\/files$/, (route) => ((lists += 1) === 1 ? route.continue() : route.abort()));
    await page.goto(address);
    await shows(MIDDLE);
    await page.getByRole('tab', { name: 'Overlays' }).click();
    await segments().getByText('The server cannot be reached, and this device has no copy of it.').waitFor();
    await visitor.context.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await segments().getByText('Lesion', { exact: true }).waitFor();
  });
});
