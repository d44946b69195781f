import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeDicom } from '#imaging/dicom/write-dicom.ts';
import { headSignal, type HeadContrast } from '#imaging/phantom/head.ts';
import { createTexture } from '#imaging/phantom/texture.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { elements } from '#tests/fixtures/dicom-file.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { sendStudy } from '#tests/e2e/support/send-study.ts';

// The job takes seconds, and minutes on a machine that has other work: it gives way.
vi.setConfig({ testTimeout: 300_000 });

const [SIDE, SLICES, PIXEL_MM, STEP_MM] = [56, 24, 4, 7];
/** mm: the second series has positions of its own, in another frame of reference. */
const APART_MM = 300;

/** One head in two contrasts. The same slice of both shows the same place. */
function seriesOf(number: number, contrast: HeadContrast, fromMm: number): Uint8Array[] {
  const signal = headSignal(contrast, createTexture(5));
  return Array.from({ length: SLICES }, (_, slice) => {
    const z = (slice - SLICES / 2) * STEP_MM;
    const at = (index: number): number => (index - SIDE / 2) * PIXEL_MM;
    const values = Uint16Array.from({ length: SIDE * SIDE }, (__, pixel) => signal(at(pixel % SIDE), at(Math.floor(pixel / SIDE)), z));
    return writeDicom({
      elements: elements({
        ...{ StudyInstanceUID: '2.25.3751', SeriesInstanceUID: `2.25.3751${number}`, SOPInstanceUID: `2.25.3751${number}${slice + 100}` },
        ...{
          SOPClassUID: '1.2.840.10008.5.1.4.1.1.4',
          FrameOfReferenceUID: `2.25.3759${number}`,
          Modality: 'MR',
          BodyPartExamined: 'HEAD',
        },
        ...{ PatientName: 'Heron^Turned', PatientID: 'T-375', PatientSex: 'F', StudyDate: '20260102', StudyTime: '101500' },
        ...{ SeriesNumber: number, SeriesDescription: contrast, InstanceNumber: slice + 1, SliceThickness: STEP_MM },
        ImagePositionPatient: [at(0), at(0), fromMm + z],
        ImageOrientationPatient: [1, 0, 0, 0, 1, 0],
        PixelSpacing: [PIXEL_MM, PIXEL_MM],
        ...{ SamplesPerPixel: 1, PhotometricInterpretation: 'MONOCHROME2', Rows: SIDE, Columns: SIDE },
        ...{ BitsAllocated: 16, BitsStored: 16, HighBit: 15, PixelRepresentation: 0, WindowCenter: 400, WindowWidth: 900 },
        PixelData: new Uint8Array(values.buffer),
      }),
    });
  });
}

/** One person registers two series of a study. Read from top to bottom. */
describe('registering two series in the annotator', () => {
  let server: TestServer;
  let people: People;
  let page: Page;

  beforeAll(async () => {
    [server, people] = await Promise.all([startTestServer({ people: true }), openPeople()]);
    ({ page } = await people.newVisitor());
    const bearer = await bearerOf(server, DEMO.annotator);
    const uuid = await sendStudy(server, bearer, [...seriesOf(1, 't1', 0), ...seriesOf(2, 't2', APART_MM)]);
    const volumes = async (): Promise<number> => {
      const answer = await server.request(`${server.teamOrigin('north')}/api/studies-v2/series/${uuid}`, {
        headers: { authorization: `Bearer ${bearer}` },
      });
      const { data } = answer.json() as { data: { volumes: unknown[] }[] };
      return data.flatMap((series) => series.volumes).length;
    };
    while ((await volumes()) < 2) await setTimeout(200);
    await signIn(page, server, DEMO.annotator);
    await page.goto(`${server.teamOrigin('north')}/annotator/case/${uuid}`);
    await pane(0).and(page.locator('[data-shown]')).waitFor();
    await pane(0).focus();
    await page.keyboard.press('Alt+Digit2');
    await pane(1).and(page.locator('[data-shown]')).waitFor();
    // Where slices lie is known once they were read.
    await page.getByText(`${SLICES} of ${SLICES} slices`).nth(1).waitFor();
  });
  afterAll(async () => {
    await people.close();
    await server.dispose();
  });

  const pane = (at: number): Locator => page.locator(`[data-pane="${at}"] [role="application"]`);
  const shown = (): Promise<(string | null)[]> => Promise.all([0, 1].map((at) => pane(at).getAttribute('data-shown')));
  const section = (): Locator => page.getByRole('region', { name: 'Registration' });

  it('one is started, ends with its error in mm, and the other pane follows by it at once [REG-20, REG-21]', async () => {
    await pane(0).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => new Set(await shown()).size).toBe(2);
    const [first] = await shown();
    await page.getByRole('tab', { name: 'View' }).click();
    await section().getByRole('button', { name: 'Register to …' }).click();
    await page.getByRole('menuitem').first().click();
    await section()
      .getByText(/^Estimated error \d+\.\d mm, overlap \d+ %$/)
      .waitFor({ timeout: 280_000 });
    await expect.poll(shown).toEqual([first, first]);
    await pane(0).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(shown).toEqual([String(Number(first) + 2), String(Number(first) + 2)]);
  });

  it('before and after are compared, and a deleted one is followed no longer [REG-20, REG-21]', async () => {
    const [first, second] = await shown();
    await section().getByText('Before', { exact: true }).click();
    await pane(0).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(shown).toEqual([String(Number(first) + 1), second]);
    await section().getByText('After', { exact: true }).click();
    await expect.poll(shown).toEqual([String(Number(first) + 1), String(Number(first) + 1)]);
    await section()
      .getByRole('button', { name: /^Delete the registration/ })
      .click();
    await section().getByText('This series is not registered to another one.').waitFor();
    await pane(0).focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(shown).toEqual([String(Number(first) + 2), String(Number(first) + 1)]);
  });
});
