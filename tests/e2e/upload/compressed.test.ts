import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallFile } from '#tests/fixtures/dicom-file.ts';
import { encodeJpeg2000, encodeJpegLs } from '#tests/fixtures/encoded.ts';
import { BitWriter, jpegStream } from '#tests/fixtures/jpeg-stream.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import {
  complaintsOf,
  dropFolder,
  openUploadPage,
  signIn,
  waitForServiceWorker,
  waitUntilOnDevice,
} from '#tests/e2e/support/page-steps.ts';

const SIZE = 64;
/** Light in its right half. */
const SAMPLES = Uint16Array.from({ length: SIZE * SIZE }, (_, index) => (index % SIZE < SIZE / 2 ? 0 : 1000));

/** What shows a compressed picture comes with the app: after one visit, no network is asked for it. */
describe('compressed images', () => {
  let server: TestServer;
  let folder: string;
  let profile: string;
  let context: BrowserContext;
  let page: Page;
  let complaints: () => string[];

  beforeAll(async () => {
    [server, folder, profile] = await Promise.all([
      startTestServer({ people: true }),
      mkdtemp(join(tmpdir(), 'lightship-compressed-')),
      mkdtemp(join(tmpdir(), 'lightship-profile-')),
    ]);
    const codestreams = await encodings();
    for (const [index, { transferSyntaxUid, codestream }] of codestreams.entries()) {
      await writeFile(join(folder, `${index}.dcm`), compressedFile(index, transferSyntaxUid, codestream));
    }
    context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
    page = context.pages()[0] ?? (await context.newPage());
    complaints = await complaintsOf(context);
    await signIn(page, server);
    await openUploadPage(page, server);
    await waitForServiceWorker(page);
  });

  afterAll(async () => {
    await killBrowser(profile, context);
    await Promise.all([server?.dispose(), ...[folder, profile].map((path) => rm(path, { recursive: true, force: true }))]);
  });

  it('of every codec are drawn offline, without errors in the content security policy', async () => {
    await context.setOffline(true);
    await dropFolder(page, folder);
    await waitUntilOnDevice(page, 4);
    for (const name of ['coding 0', 'coding 1', 'coding 2', 'coding 3']) {
      const row = page.getByRole('row', { name });
      const greys = await row.locator('canvas').evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const pixels = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height).data;
        const at = (x: number) => pixels[(Math.floor(height / 2) * width + Math.floor(x * width)) * 4]!;
        return [at(0.2), at(0.8)];
      });
      expect([name, ...greys]).toEqual([name, 0, 255]);
    }
    expect(complaints().filter((complaint) => complaint.startsWith('violation') || complaint.startsWith('thrown'))).toEqual([]);
  });
});

async function encodings() {
  const picture = { rows: SIZE, columns: SIZE, samples: SAMPLES };
  return [
    { transferSyntaxUid: '1.2.840.10008.1.2.4.80', codestream: await encodeJpegLs(picture) },
    { transferSyntaxUid: '1.2.840.10008.1.2.4.90', codestream: await encodeJpeg2000(picture) },
    { transferSyntaxUid: '1.2.840.10008.1.2.4.70', codestream: losslessJpeg() },
    { transferSyntaxUid: '1.2.840.10008.1.2.5', codestream: rle() },
  ];
}

function compressedFile(index: number, transferSyntaxUid: string, codestream: Uint8Array): Uint8Array {
  return smallFile(
    {
      SOPInstanceUID: `2.25.5${index}`,
      SeriesInstanceUID: `2.25.6${index}`,
      SeriesNumber: index + 1,
      SeriesDescription: `coding ${index}`,
      Rows: SIZE,
      Columns: SIZE,
      WindowCenter: 500,
      WindowWidth: 1000,
      PixelData: { fragments: [codestream] },
    },
    { transferSyntaxUid },
  );
}

function losslessJpeg(): Uint8Array {
  const bits = new BitWriter();
  for (let index = 0; index < SAMPLES.length; index += 1) {
    const [left, up] = [SAMPLES[index - 1] ?? 0, SAMPLES[index - SIZE] ?? 0];
    const predicted = index === 0 ? 32_768 : index % SIZE === 0 ? up : left;
    bits.difference(SAMPLES[index]! - predicted);
  }
  return jpegStream({
    marker: 0xc3,
    precision: 16,
    rows: SIZE,
    columns: SIZE,
    components: [{}],
    scans: [{ first: 1, last: 0, data: bits.data() }],
  });
}

function rle(): Uint8Array {
  const planes = [8, 0].map((shift) => [...SAMPLES].flatMap((value) => [0, (value >> shift) & 255]));
  const bytes = new Uint8Array(64 + planes.flat().length);
  new Uint32Array(bytes.buffer).set([2, 64, 64 + planes[0]!.length]);
  bytes.set(planes.flat(), 64);
  return bytes;
}
