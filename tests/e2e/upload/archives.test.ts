import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { gzipSync, zipSync } from 'fflate';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTar } from '#tests/fixtures/archives/write-tar.ts';
import { writeZip } from '#tests/fixtures/archives/write-zip.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { dropPaths } from '#tests/support/drop.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { hashesOfFolder, hashesOnServer } from '#tests/support/stored-files.ts';
import { createStudyFolder, type StudyFolder } from '#tests/support/study-folder.ts';
import {
  holdDeviceStore,
  openUploadPage,
  pressProcess,
  signIn,
  uploadState,
  waitForProof,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

/** An archive of a study, dropped as it is: what is in it reaches the server byte for byte. */
describe('an archive', () => {
  let server: TestServer;
  let heron: StudyFolder;
  let tern: StudyFolder;
  let folder: string;
  let profile: string;
  let context: BrowserContext;
  let page: Page;

  const drop = (...names: string[]) =>
    dropPaths(
      page,
      page.locator('[data-upload-state]'),
      names.map((name) => join(folder, name)),
    );
  const words = async (name: string) => {
    const row = page.getByRole('region', { name: 'Files that stay behind' }).getByRole('listitem').filter({ hasText: name });
    await row.waitFor();
    return (await row.innerText()).replace(/\s+/g, ' ');
  };
  const open = async () => {
    context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
    page = context.pages()[0] ?? (await context.newPage());
  };

  beforeAll(async () => {
    [server, heron, tern, folder, profile] = await Promise.all([
      startTestServer({ people: true }),
      createStudyFolder({ patientName: 'Heron^Quiet' }),
      createStudyFolder({ patientName: 'Tern^Brave', seed: 2, paddingBytes: 400_000 }),
      mkdtemp(join(tmpdir(), 'lightship-archives-')),
      mkdtemp(join(tmpdir(), 'lightship-profile-')),
    ]);
    await open();
    await signIn(page, server);
  });
  afterAll(async () => {
    await killBrowser(profile, context);
    await Promise.all([
      server.dispose(),
      heron.remove(),
      tern.remove(),
      ...[folder, profile].map((path) => rm(path, { recursive: true, force: true })),
    ]);
  });

  it('shows the study in it, and every file of it is verified on the server [FILE-019, UPL2-047, ODD-14]', async () => {
    const files = await readFiles(heron.path);
    const half = Object.entries(files).filter((_, n) => n % 2 === 0);
    const rest = Object.fromEntries(Object.entries(files).filter((_, n) => n % 2 === 1));
    await writeFile(
      join(folder, 'heron.zip'),
      zipSync({ ...rest, 'cd/readme.txt': new Uint8Array(10), '__MACOSX/._1.dcm': new Uint8Array(9) }),
    );
    await writeFile(join(folder, 'heron.tar.gz'), gzipSync(writeTar(half.map(([name, bytes]) => ({ name, bytes })))));
    await openUploadPage(page, server);
    await page.getByText('Drag and drop single files or folders here OR be smart and upload a single zip').waitFor();
    await drop('heron.zip', 'heron.tar.gz');
    await waitUntilOnDevice(page, heron.series.length);
    await page.getByText('This file type is not supported. Try different format.').first().waitFor();
    expect(await page.getByRole('region', { name: 'Files that stay behind' }).count()).toBe(0);
    await pressProcess(page);
    await uploadState(page, 'finished');
    await waitForProof(page, heron.files);
    expect(await hashesOnServer(server.dataDir, { patientName: 'Heron^Quiet' })).toEqual(await hashesOfFolder(heron.path));
  });

  it('that is damaged, encrypted or of another format has a row that says what to do', async () => {
    const [[name, bytes] = ['', new Uint8Array()]] = Object.entries(await readFiles(heron.path));
    await writeFile(
      join(folder, 'damaged.zip'),
      writeZip([
        { name: 'whole.dcm', bytes },
        { name: 'broken.dcm', bytes, crc: 1 },
      ]),
    );
    await writeFile(
      join(folder, 'cut.zip'),
      writeZip([
        { name: 'first.dcm', bytes },
        { name, bytes },
      ]).subarray(0, -300),
    );
    await writeFile(join(folder, 'locked.zip'), writeZip([{ name, bytes, flags: 1 }]));
    await writeFile(join(folder, 'study.rar'), 'Rar!\u001a\u0007\u0001\u0000');
    await page.getByRole('button', { name: 'New upload' }).click();
    await uploadState(page, 'ready');
    await drop('damaged.zip', 'cut.zip', 'locked.zip', 'study.rar');
    expect(await words('broken.dcm')).toContain('is damaged');
    expect(await words('cut.zip')).toContain('is cut off: it ends before its own end mark. What is whole in it was taken.');
    expect(await words('locked.zip')).toContain(
      'is encrypted, and its password cannot be used here. Unpack it on your computer with its password',
    );
    expect(await words('study.rar')).toContain(
      'is a RAR archive, which is not read here. Unpack it on your computer, then drop the folder.',
    );
    await page.locator('[data-series]').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /Clear/ }).click();
    await uploadState(page, 'ready');
  });

  it('during which the browser is killed keeps what was stored, is named, and resumes when it is chosen again', async () => {
    await writeFile(join(folder, 'tern.zip'), zipSync(await readFiles(tern.path), { level: 0 }));
    const { held } = await holdDeviceStore(page, { from: 'next files' });
    await drop('tern.zip');
    await held();
    await killBrowser(profile, context);
    await open();
    await page.goto(`${server.teamOrigin('north')}/upload-v2`);
    await page.locator('[data-series]').first().waitFor();
    await page.getByText('1 file was not copied before the browser was closed').waitFor();
    await page.getByText(/^tern\.zip\. Choose it again/).waitFor();

    await drop('tern.zip');
    await waitUntilOnDevice(page, tern.series.length);
    await page.getByText('1 file was not copied before the browser was closed').waitFor({ state: 'hidden' });
    await pressProcess(page);
    await uploadState(page, 'finished');
    expect(await hashesOnServer(server.dataDir, { patientName: 'Tern^Brave' })).toEqual(await hashesOfFolder(tern.path));
  });
});

/** By path below the folder. */
async function readFiles(path: string): Promise<Record<string, Uint8Array>> {
  const entries = (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const read = entries.map(async (entry): Promise<[string, Uint8Array]> => {
    const file = join(entry.parentPath, entry.name);
    return [relative(path, file), new Uint8Array(await readFile(file))];
  });
  return Object.fromEntries(await Promise.all(read));
}
