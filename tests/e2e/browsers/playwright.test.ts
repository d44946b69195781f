import { chromium, firefox, webkit } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chromiumPath } from '#commands/test-services/browser.ts';
import { findDownloaded } from '#commands/test-services/other-browsers.ts';
import { expectOnServer } from '#tests/e2e/support/device.ts';
import { openUploadPage, pressProcess, signIn, studyRow, uploadState, waitUntilOnDevice } from '#tests/e2e/support/page-steps.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createStudyFolder, filesOf } from '#tests/support/study-folder.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ people: true });
});
afterAll(() => server.dispose());

/** Chromium is always tested, because the others are rarely installed and these steps would not be noticed to be out of date. */
const BROWSERS = [
  { name: 'Chromium', type: chromium, path: chromiumPath(), patientName: 'Heron^Quiet', seed: 1 },
  { name: 'Firefox as built by Playwright', type: firefox, path: findDownloaded(firefox), patientName: 'Crane^Calm', seed: 2 },
  { name: 'WebKit as built by Playwright', type: webkit, path: findDownloaded(webkit), patientName: 'Egret^Still', seed: 3 },
];

it.for(BROWSERS)('in $name, a study is sent, from the sign-in to the list', async ({ type, path, patientName, seed }, { skip }) => {
  skip(path === null, 'Playwright has not downloaded it');
  const study = await createStudyFolder({ slicesPerSeries: 6, patientName, seed });
  const browser = await type.launch({ executablePath: path! });
  try {
    const page = await browser.newPage();
    await signIn(page, server);
    await openUploadPage(page, server);
    await page.getByLabel('Browse files').setInputFiles(await filesOf(study));
    await waitUntilOnDevice(page, study.series.length);
    await pressProcess(page);
    await uploadState(page, 'finished');
    await expectOnServer({ server }, study.path, { patientName });
    expect(await studyRow(page, server, patientName.replace('^', ', '))).toContain('MR');
  } finally {
    await browser.close();
    await study.remove();
  }
});
