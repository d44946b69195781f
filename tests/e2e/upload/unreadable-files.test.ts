import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeDicom } from '#imaging/dicom/write-dicom.ts';
import { elements, smallFile } from '#tests/fixtures/dicom-file.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn as enterByCookie } from '#tests/support/sign-in.ts';
import { hashesOfFolder, hashesOnServer } from '#tests/support/stored-files.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { dropFolder, openUploadPage, pressProcess, uploadState } from '#tests/e2e/support/page-steps.ts';

const HERON = { patientName: 'Heron^Quiet' };
const SMALL_IMAGES = 20;
const SOON = { timeout: 30_000, interval: 100 };
const SENT = { timeout: 60_000, interval: 250 };
const GIVEN = 'This file type is not supported. Try different format.';

describe('unreadable files', () => {
  let folder: string;
  let server: TestServer;
  let people: People;
  let page: Page;

  const folderOf = (name: string) => join(folder, name);
  const rows = () => page.getByRole('region', { name: 'Files that stay behind' }).getByRole('listitem');
  const row = (words: string) => rows().filter({ hasText: words });

  beforeAll(async () => {
    [folder, server, people] = await Promise.all([
      mkdtemp(join(tmpdir(), 'lightship-unreadable-')),
      startTestServer({ people: true }),
      openPeople(),
    ]);
    await Promise.all([writeDisc(folderOf('disc')), writeOddFiles(folderOf('odd')), writeWholeFiles(folderOf('whole'))]);
  });
  afterAll(async () => {
    await people.close();
    await Promise.all([server.dispose(), rm(folder, { recursive: true, force: true })]);
  });
  beforeEach(async () => {
    ({ page } = await people.newVisitor());
    await enterByCookie(page, server, DEMO.annotator);
    await openUploadPage(page, server);
  });
  afterEach(() => people.sendHome());

  it('with a small size and no extension are accepted when they are DICOM; the given toast is for the others [FILE-006, FILE-008, FILE-009, ERR-17]', async () => {
    await dropFolder(page, folderOf('disc'));
    await page.getByRole('alert').filter({ hasText: GIVEN }).waitFor();
    expect(await page.getByRole('alert').filter({ hasText: 'files)' }).count()).toBe(0);
    await expect.poll(() => page.locator('[data-series]').innerText(), SOON).toContain(`/ ${SMALL_IMAGES + 2}`);
    expect(await rows().count()).toBe(0);

    await pressProcess(page);
    const sent = (await hashesOfFolder(folderOf('disc'))).filter((line) => !line.endsWith('letter.pdf'));
    await expect.poll(() => hashesOnServer(server.dataDir, HERON), SENT).toEqual(sent);
  });

  it('have a row that says what they are, why they are not uploaded and what to do [READ-021]', async () => {
    await dropFolder(page, folderOf('odd'));
    await uploadState(page, 'preview');
    const words = async (name: string) => {
      await row(name).waitFor();
      return (await row(name).innerText()).replace(/\s+/g, ' ');
    };
    expect(await words('SR_0001.dcm')).toContain('File SR_0001.dcm has no data part. Skipped.');
    expect(await words('RS_0001.dcm')).toContain('File RS_0001.dcm has no data part. Skipped.');
    expect(await words('CUT.dcm')).toContain('cut off: it ends before its header says. Copy it again from the source.');
    expect(await words('INDEX.dcm')).toContain('is the directory of a disc, not an image. Choose the folder that it lies in');
    expect(await words('EMPTY.dcm')).toContain('is empty');
    expect(await words('TEXT.dcm')).toContain('is not a DICOM file that can be read. Skipped.');
    // Litter is passed over, also by name.
    await expect.poll(() => rows().count(), SOON).toBe(6);
  });

  it('without a readable image are sent anyway, with a tile that gives the reason [PREV-016]', async () => {
    await dropFolder(page, folderOf('whole'));
    const series = page.locator('[data-series]');
    await expect.poll(() => series.count(), SOON).toBe(2);
    await series.filter({ hasText: 'its transfer syntax 1.2.3.4.5 is not decoded here. It can be uploaded all the same.' }).waitFor();
    await series.filter({ hasText: 'pixels of its kind are not drawn here.' }).waitFor();
    await page.getByRole('img', { name: 'its transfer syntax 1.2.3.4.5' }).waitFor();
    await pressProcess(page);
    const sent = await hashesOfFolder(folderOf('whole'));
    await expect.poll(() => hashesOnServer(server.dataDir, { patientName: 'Tern^Brave' }), SENT).toEqual(sent);
  });
});

/**
 * As on a disc: images without an extension and smaller than the rules allow, one under another extension, one without preamble and meta
 * information, and what is no image.
 */
async function writeDisc(path: string): Promise<void> {
  await mkdir(path);
  for (let n = 0; n < SMALL_IMAGES + 2; n += 1) {
    const values = { SOPInstanceUID: `2.25.300${n}`, InstanceNumber: n + 1, BodyPartExamined: 'HEAD', SeriesDescription: 'small images' };
    const bytes = smallFile(values, n > SMALL_IMAGES ? { framing: 'bare' } : {});
    const name = ['SLICE.IMA', '011-0001.img'][n - SMALL_IMAGES] ?? `IM_${String(n).padStart(4, '0')}`;
    await writeFile(join(path, name), bytes);
  }
  await writeFile(join(path, 'letter.pdf'), 'no image '.repeat(100));
}

async function writeOddFiles(path: string): Promise<void> {
  await mkdir(path);
  const report = (SOPClassUID: string, Modality: string) =>
    writeDicom({ elements: elements({ SOPClassUID, Modality, SOPInstanceUID: '2.25.9', StudyInstanceUID: '2.25.1', SeriesNumber: 9 }) });
  const directory = writeDicom({ elements: elements({ SOPClassUID: '1.2.840.10008.1.3.10' }) });
  const files: Record<string, Uint8Array | string> = {
    'SR_0001.dcm': report('1.2.840.10008.5.1.4.1.1.88.11', 'SR'),
    'RS_0001.dcm': report('1.2.840.10008.5.1.4.1.1.481.3', 'RTSTRUCT'),
    'CUT.dcm': smallFile().subarray(0, -7),
    'INDEX.dcm': directory,
    'EMPTY.dcm': '',
    'TEXT.dcm': 'no image '.repeat(2_000),
    DICOMDIR: directory,
    'Thumbs.db': 'litter',
    '._1.dcm': 'litter',
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(path, name), bytes);
}

/** Whole files of which no picture can be made here. */
async function writeWholeFiles(path: string): Promise<void> {
  await mkdir(path);
  const tern = { StudyInstanceUID: '2.25.500', PatientName: 'Tern^Brave', PatientID: 'T-5', BodyPartExamined: 'HEAD' };
  const unknown = {
    ...tern,
    SOPInstanceUID: '2.25.501',
    SeriesInstanceUID: '2.25.51',
    SeriesNumber: 1,
    SeriesDescription: 'unknown syntax',
  };
  const cmyk = { ...tern, SOPInstanceUID: '2.25.502', SeriesInstanceUID: '2.25.52', SeriesNumber: 2, SeriesDescription: 'print colours' };
  await writeFile(join(path, 'unknown-syntax.dcm'), smallFile(unknown, { transferSyntaxUid: '1.2.3.4.5' }));
  await writeFile(join(path, 'print-colours.dcm'), smallFile({ ...cmyk, PhotometricInterpretation: 'CMYK' }));
}
