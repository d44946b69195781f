import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entryLabel } from '#imaging/archive/entry-label.ts';
import { createMemorySource } from '#imaging/byte-source.ts';
import type { DicomElement } from '#imaging/dicom/write-dicom.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { writeNifti } from '#imaging/nifti/write-nifti.ts';
import { classifyFile } from '#model/files/file-rules.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import { deflatedFile, smallFile } from '#tests/fixtures/dicom-file.ts';
import { asFileName, SCRIPT_PAYLOADS } from '#tests/fixtures/script-payloads.ts';
import { writeZip } from '#tests/fixtures/archives/write-zip.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { DEMO, signIn } from '#tests/support/sign-in.ts';
import { hashesOfFolder, hashesOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import { openPeople, type People } from '#tests/e2e/support/people.ts';
import { complaintsOf, dropFolder, openUploadPage, pressProcess } from '#tests/e2e/support/page-steps.ts';

const PAYLOADS = Object.values(SCRIPT_PAYLOADS);
const SOON = { timeout: 60_000, interval: 250 };
const TEAM = `North <img src=x onerror=hurt=1> ${SCRIPT_PAYLOADS['bidi']}`;
const PERSON = `Ada <svg onload=hurt=1>{{hurt}}`;

describe('hostile input', () => {
  let server: TestServer;
  let people: People;
  let folder: string;
  let heron: StudyFolder;
  let context: BrowserContext;
  let page: Page;
  let complaints: () => string[];
  let dialogs: number;

  beforeAll(async () => {
    [server, people, folder, heron] = await Promise.all([
      startTestServer({ people: true, env: { LIGHTSHIP_LOG: 'info' } }),
      openPeople(),
      mkdtemp(join(tmpdir(), 'lightship-hostile-')),
      createStudyFolder({ patientName: 'Heron^Quiet' }),
    ]);
    renameOnServer(server);
  });
  afterAll(async () => {
    await people.close();
    await Promise.all([server.dispose(), heron.remove(), rm(folder, { recursive: true, force: true })]);
  });
  beforeEach(async () => {
    ({ context, page } = await people.newVisitor());
    complaints = await complaintsOf(context);
    dialogs = 0;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void dialog.dismiss();
    });
    await signIn(page, server, DEMO.annotator);
    await openUploadPage(page, server);
  });
  afterEach(() => people.sendHome());

  /** No script ran, nothing was made of a text but text, and the policy had nothing to stop. */
  async function expectUnhurt(): Promise<void> {
    expect(await page.evaluate(() => 'hurt' in globalThis)).toBe(false);
    expect(page.frames()).toHaveLength(1);
    expect(await page.evaluate(elementsOfPayloads)).toEqual([]);
    expect(dialogs).toBe(0);
    expect(complaints().filter((complaint) => complaint.startsWith('violation'))).toEqual([]);
  }

  it('as text is shown as text, everywhere from the drop to the receipt', { timeout: 300_000 }, async () => {
    const { names, rows } = await writePayloads(join(folder, 'texts'));
    await dropFolder(page, join(folder, 'texts'));
    const shown = page.locator('[data-study] h2 bdi');
    await expect
      .poll(() => shown.count(), { ...SOON, timeout: 120_000 })
      .toBe(names.length)
      .catch(async (cause: unknown) => {
        // Its words are payloads alone. What the page does not show may be on the device all the same.
        throw new Error(`${await page.locator('body').innerText()}\n${JSON.stringify(await page.evaluate(countsOnDevice))}`, { cause });
      });
    expect((await shown.allTextContents()).toSorted()).toEqual(names.toSorted());
    await page.getByText(/^Keep this tab open/).waitFor({ state: 'hidden' });
    await expectUnhurt();

    const left = page.getByRole('region', { name: 'Files that stay behind' });
    await left.getByRole('button', { name: /^Show all/ }).click();
    expect((await left.locator('li code').allTextContents()).toSorted()).toEqual(rows.toSorted());
    await expectUnhurt();

    await pressProcess(page);
    const proof = page.getByText(`${names.length} of ${names.length} files verified`);
    await expect.poll(() => proof.count(), { ...SOON, timeout: 180_000 }).toBeGreaterThan(0);
    await expectUnhurt();

    await page.goto(`${server.teamOrigin('north')}/studies-v2`);
    await page.locator('[data-study]').first().waitFor();
    const listed = await page.locator('[data-study] bdi').allTextContents();
    expect(listed.length).toBeGreaterThan(0);
    expect(names).toEqual(expect.arrayContaining(listed));
    await expectUnhurt();
    for (const payload of [SCRIPT_PAYLOADS['script'], SCRIPT_PAYLOADS['end of an attribute'], SCRIPT_PAYLOADS['pattern of a search']]) {
      await page.getByRole('searchbox').fill(payload!);
      await expect.poll(() => new URL(page.url()).searchParams.get('search'), SOON).toBe(payload);
      await page.reload();
      await expect.poll(() => page.getByRole('searchbox').inputValue(), SOON).toBe(payload);
      await expectUnhurt();
    }

    await page.goto(`${server.teamOrigin('north')}/uploads`);
    const row = page.getByRole('row').filter({ hasText: `${names.length} of ${names.length}` });
    const [receipt] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: 'Download receipt' }).click()]);
    expect(receipt.suggestedFilename()).toMatch(/^lightship-receipt-[0-9a-f-]{36}\.json$/);
    const { studies } = JSON.parse(await readFile(await receipt.path(), 'utf8')) as { studies: unknown[] };
    expect(studies).toHaveLength(names.length);
    await expectUnhurt();

    await page.goto(`${server.teamOrigin('north')}/dashboard`);
    await expect.poll(() => page.locator('body').textContent(), SOON).toContain(TEAM);
    await page.getByRole('button', { name: /: menu$/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(await page.locator('body').textContent()).toContain(PERSON);
    await expectUnhurt();
    expect(server.output()).not.toMatch(/hurt|Heron/);
  });

  it('as a file has a row with its name, and a study dropped with it is drawn, sent and verified', { timeout: 300_000 }, async () => {
    const path = join(folder, 'files');
    await writeHostileFiles(path);
    await dropFolder(page, path);
    await dropFolder(page, heron.path);
    const problemOf = (name: string) => page.locator('[data-problem]').filter({ hasText: name }).first().getAttribute('data-problem', SOON);
    expect(await Promise.all(Object.keys(STAY_BEHIND).map(async (name) => [name, await problemOf(name)]))).toEqual(
      Object.entries(STAY_BEHIND),
    );

    const good = page.getByRole('region', { name: 'Heron, Quiet' });
    await expect.poll(() => good.locator('[data-series] canvas[data-thumbnail="drawn"]').count(), SOON).toBe(heron.series.length);
    // The page answers while the rest is worked on, and so do its controls.
    expect(await page.evaluate(() => document.visibilityState)).toBe('visible');
    await page.getByText(/^Keep this tab open/).waitFor({ state: 'hidden' });
    await page.getByRole('combobox', { name: /^Body part of all studies/i }).click();
    await page.getByRole('option', { name: 'Prostate', exact: true }).click();
    await pressProcess(page);
    const given = await hashesOfFolder(heron.path);
    await expect.poll(() => hashesOnServer(server.dataDir, { patientName: 'Heron^Quiet' }), { ...SOON, timeout: 120_000 }).toEqual(given);
    await expectUnhurt();
  });
});

/** Runs in the page: rows in the database of the device. */
async function countsOnDevice(): Promise<Record<string, number>> {
  const { name } = (await indexedDB.databases()).find((one) => one.name?.startsWith('lightship.u')) ?? {};
  const opened = indexedDB.open(name!);
  await new Promise((resolve) => opened.addEventListener('success', resolve));
  const counts: Record<string, number> = {};
  for (const table of ['studies', 'series', 'files', 'chosen']) {
    const counted = opened.result.transaction(table).objectStore(table).count();
    await new Promise((resolve) => counted.addEventListener('success', resolve));
    counts[table] = counted.result;
  }
  opened.result.close();
  return counts;
}

/** Runs in the page: elements that only a payload can have made. */
function elementsOfPayloads(): string[] {
  const made = [
    ...['iframe', 'object', 'embed', 'marquee', 'math', 'base', 'video', 'script:not([src])', 'meta[http-equiv]', 'img[src="x"]'],
    ...['[onerror]', '[onload]', '[onfocus]', '[ontoggle]', '[onmouseover]', '[onbegin]', '[onstart]'],
    ...['[href*="evil"]', '[src*="evil"]', '[action*="evil"]', '[href^="javascript:" i]', '[href^="data:text" i]', '[style*="hurt"]'],
  ];
  return [...document.querySelectorAll(made.join(', '))].map((element) => element.outerHTML.slice(0, 200));
}

/** As somebody may call themselves and their team. */
function renameOnServer({ dataDir }: TestServer): void {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { fileMustExist: true, timeout: 5_000 });
  db.prepare('update "user" set name = ? where email = ?').run(PERSON, DEMO.annotator.email);
  db.prepare('update team set title = ? where slug = ?').run(TEAM, 'north');
  db.close();
}

/** A study of one image for each two texts, one as the patient's name, the other in every other field and in the file's name; and an archive of files of all those names. */
async function writePayloads(path: string): Promise<{ names: string[]; rows: string[] }> {
  const inside = join(path, asFileName(SCRIPT_PAYLOADS['image']!, ''));
  await mkdir(inside, { recursive: true });
  const names: string[] = [];
  for (let n = 0; n < PAYLOADS.length; n += 2) {
    const [patientName = '', text = patientName] = PAYLOADS.slice(n, n + 2);
    const name = asFileName(text, '.dcm');
    const bytes = payloadFile(patientName, text, n);
    await writeFile(join(n % 4 === 0 ? path : inside, name), bytes);
    const header = await readDicomHeader(createMemorySource(bytes));
    if (!header.ok) throw new Error(header.why);
    if (classifyFile(name, bytes.length) === 'dicom') names.push(patientNameToText(header.description.patientName) || 'No patient name');
  }
  const entries = PAYLOADS.map((text) => ({ name: `${text}.dcm`, bytes: Buffer.from('no image'), flags: 0x800 }));
  await writeFile(join(path, 'names.zip'), writeZip(entries));
  const labels = PAYLOADS.map((text) => entryLabel(`${text.toWellFormed()}.dcm`));
  const rows = labels.filter((label) => classifyFile(label, 8) === 'dicom').map((label) => label.split('/').pop()!);
  return { names, rows };
}

function payloadFile(patientName: string, text: string, n: number): Uint8Array {
  return smallFile({
    SpecificCharacterSet: 'ISO_IR 192',
    PatientName: patientName,
    PatientID: text,
    PatientSex: text,
    StudyInstanceUID: `${n}.${text}`,
    StudyDescription: text,
    StudyDate: text,
    SeriesInstanceUID: `${n}.${text}`,
    SeriesDescription: text,
    ProtocolName: text,
    ImageComments: text,
    Modality: text,
    SOPInstanceUID: `${n}.${text}`,
    BodyPartExamined: 'HEAD',
  });
}

/** What becomes of the files that cannot be taken. */
const STAY_BEHIND = {
  'deep.dcm': 'unsupported',
  'flood.dcm': 'unsupported',
  'inflates.dcm': 'unsupported',
  'longer-than-the-file.dcm': 'cut-off',
  'bomb.zip': 'archive-bomb',
  'overlapping.zip': 'archive-bomb',
  'enormous.nii': 'cut-off',
  'bomb.tar.gz': 'archive-bomb',
} as const;

async function writeHostileFiles(path: string): Promise<void> {
  await mkdir(path);
  const zeros = new Uint8Array(64 * 1024 ** 2);
  const packed = deflateRawSync(zeros);
  const tern = { StudyInstanceUID: '2.25.500', PatientName: 'Tern^Brave', BodyPartExamined: 'HEAD' };
  const small = (n: number, more: Parameters<typeof smallFile>[0] = {}) =>
    smallFile({ ...tern, SOPInstanceUID: `2.25.6${n}`, SeriesInstanceUID: `2.25.7${n}`, SeriesNumber: n, ...more });
  const withPreamble = (n: number, start: string) => {
    const bytes = small(n);
    bytes.set(Buffer.from(start, 'latin1'));
    return bytes;
  };
  const cut = small(1, { PixelData: new Uint8Array(1_000) });
  new DataView(cut.buffer).setUint32(cut.length - 1_004, 0xfffffff0, true);
  const files: Record<keyof typeof STAY_BEHIND | string, Uint8Array> = {
    'deep.dcm': smallFile(tern, { elements: [nested(70)] }),
    'flood.dcm': Buffer.concat([small(2).subarray(0, -44), Buffer.alloc(8_000_000, Buffer.from([0x31, 0, 0x10, 0, 0x4c, 0x4f, 0, 0]))]),
    'inflates.dcm': deflatedFile({ ...tern, PixelData: new Uint8Array(80 * 1024 ** 2) }),
    'longer-than-the-file.dcm': cut,
    'bomb.zip': writeZip([1, 2, 3, 4].map((n) => ({ name: `${n}.dcm`, packed, size: zeros.length, crc: 0 }))),
    'overlapping.zip': writeZip([
      { name: '1.dcm', bytes: small(3) },
      { name: '2.dcm', bytes: small(3), offsetOf: 0 },
    ]),
    'enormous.nii': writeNifti({ dims: [4, 4, 4] }),
    'bomb.tar.gz': gzipSync(Buffer.concat([zeros, zeros, zeros, zeros])),
    // These are read: what cannot be drawn of them says so.
    'overflow.dcm': small(4, { Rows: 65_535, Columns: 65_535, NumberOfFrames: '2147483647' }),
    'program.dcm': withPreamble(5, 'MZ\x90\0'),
    'elf.dcm': withPreamble(6, '\x7fELF'),
    'page.dcm': withPreamble(7, '<html><script>hurt=1</script>'),
    'no-numbers.nii': writeNifti({ dims: [8, 8, 8], datatype: 16, pixdim: [NaN, Infinity, -1], voxel: () => NaN }),
    'long.nii.gz': gzipSync(Buffer.concat([writeNifti({ dims: [4, 4, 4] }), zeros, zeros])),
  };
  // dim[1] to dim[3] of 32767.
  for (const at of [42, 44, 46]) new DataView(files['enormous.nii']!.buffer).setInt16(at, 32_767, true);
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(path, name), bytes);
}

function nested(depth: number): DicomElement {
  return { tag: 0x52009230, vr: 'SQ', value: { items: depth === 0 ? [] : [[nested(depth - 1)]], undefinedLength: true } };
}
