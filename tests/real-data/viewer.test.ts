import { isNoSlice } from '#model/pictures/no-slice.ts';
import 'fake-indexeddb/auto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { writeCredentials } from '#api/credentials.ts';
import { corners } from '#features/viewer/view-picture.ts';
import type { DrawnSlice } from '#workers/viewer/types.ts';
import { ViewerWorker } from '#workers/viewer/viewer-worker.ts';
import { NOTE, realData } from './real-data.ts';

const USER = 9301;
const BASE = 'http://north.app.localhost/api';
const STORED = { window: 'stored', isInverted: false } as const;

/** What the viewer shows of real files that it reads from a server by ranges. */
describe.skipIf(!realData)(`the viewer on real images${NOTE}`, () => {
  let worker: ViewerWorker;

  beforeEach(async () => {
    worker = new ViewerWorker(USER);
    await writeCredentials({ token: 't', userId: USER, team: 'north', apiBase: BASE, servicesBase: BASE, uploadBase: BASE });
  });

  async function open(...paths: string[]) {
    vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => serve(paths, input, init));
    const opened = await worker.open({ of: 'originals', seriesUuid: crypto.randomUUID() });
    if (isNoSlice(opened)) throw new Error(opened.noPicture);
    return opened;
  }
  async function draw(id: number, slice: number): Promise<DrawnSlice> {
    const drawn = await worker.draw(id, { slice, ...STORED });
    if (isNoSlice(drawn)) throw new Error(drawn.noPicture);
    return drawn;
  }

  test('PET is shown with its own window in hot iron, as counts for a volume, without SUV', async () => {
    const slices = ['000080', '000243', '000249'].map((name) => `pet-cps-1023/PET/${name}.dcm`);
    const { id } = await open(...slices);
    const drawn = await draw(id, 1);
    expect(drawn).toMatchObject({
      window: { center: 8431, width: 15175 },
      letters: { left: 'R', right: 'L', top: 'A', bottom: 'P' },
      spacingMm: { by: 'patient' },
      facts: { modality: 'PT' },
    });
    expect(drawn.spacingMm!.width).toBeCloseTo(3.538, 3);
    const colours = coloursOf(drawn);
    expect(colours.every(([red, green, blue]) => red >= green && green >= blue)).toBe(true);
    expect(colours.filter(([red, green]) => red > green).length).toBeGreaterThan(1000);
    const fields = await worker.fields(id, 1);
    expect(fields).toContainEqual(expect.objectContaining({ name: 'Units', value: 'BQML' }));
    expect(JSON.stringify([fields, corners(drawn.facts, {})])).not.toMatch(/SUV/i);
  });

  test('ultrasound with a palette has the colours of its tables', async () => {
    const { id } = await open('us-colour/gdcm-US-ALOKA-16.dcm');
    const drawn = await draw(id, 0);
    expect([drawn.window, drawn.width, drawn.height]).toEqual([null, 640, 480]);
    const [marker, tissue, frame] = [at(drawn, 69, 30), at(drawn, 450, 250), at(drawn, 20, 462)];
    expect(marker).toEqual([0, 250, 0]);
    expect(tissue[0] === tissue[1] && tissue[1] === tissue[2] && tissue[0] > 10).toBe(true);
    expect(frame[2]).toBeGreaterThan(frame[0]);
  });

  test('ultrasound in YBR_FULL_422 has grey tissue, a red mark and green arrows', async () => {
    const { id } = await open('us-colour/US-YBR_FULL_422-EVRLE.dcm');
    const drawn = await draw(id, 0);
    const [tissue, mark, arrow] = [at(drawn, 460, 288), at(drawn, 200, 91), at(drawn, 772, 264)];
    expect(Math.max(...tissue) - Math.min(...tissue)).toBeLessThan(4);
    expect([tissue[0] > 60, mark[0] > 2 * mark[2], arrow[1] > 2 * arrow[0]]).toEqual([true, true, true]);
  });

  test('a cine of colour Doppler in JPEG has the frames of its uncompressed version, at their rate', async () => {
    const jpeg = await open('us-colour/IM00001.fragmented_no_bot_jpeg_baseline.50.dcm');
    expect(jpeg).toMatchObject({ slices: 8, isCine: true });
    const frames = [await draw(jpeg.id, 0), await draw(jpeg.id, 7)];
    expect(frames[1]!.facts.cineRate).toBeCloseTo(22.58, 2);
    const plain = await open('us-colour/IM00001.implicit_little_endian.dcm');
    for (const frame of frames) {
      const twin = coloursOf(await draw(plain.id, frame.slice)).flat();
      const far = coloursOf(frame)
        .flat()
        .reduce((sum, value, index) => sum + Math.abs(value - twin[index]!), 0);
      expect(far / twin.length).toBeLessThan(6);
    }
  });
});

type Colour = [red: number, green: number, blue: number];

function at({ pixels, width }: DrawnSlice, x: number, y: number): Colour {
  const [red, green, blue] = pixels.subarray((y * width + x) * 4);
  return [red!, green!, blue!];
}

function coloursOf(drawn: DrawnSlice): Colour[] {
  return Array.from({ length: drawn.width * drawn.height }, (_, index) => at(drawn, index % drawn.width, Math.floor(index / drawn.width)));
}

/** The files of one series as the server gives them, and the codecs as the page's build does. */
async function serve(paths: readonly string[], input: Request | string, init?: RequestInit): Promise<Response> {
  const address = typeof input === 'string' ? input : input.url;
  if (address.endsWith('.wasm')) return new Response(await readFile(fileURLToPath(new URL(`../..${address}`, import.meta.url))));
  if (address.endsWith('/files')) {
    const data = paths.map((path, index) => ({ id: index + 1, size: sizeOf(path), sha256: 'a'.repeat(64), position: index, frames: null }));
    return Response.json({ data });
  }
  const path = paths[Number(/\/files\/(\d+)$/.exec(address)![1]) - 1]!;
  const range = new Request(address, { headers: typeof input === 'string' ? (init?.headers ?? {}) : input.headers }).headers.get('Range');
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '')!;
  const bytes = await realData!.source(path).read(Number(from), Number(to) - Number(from) + 1);
  return new Response(Uint8Array.from(bytes), { status: 206, headers: { 'Content-Range': `bytes ${from}-${to}/${sizeOf(path)}` } });
}

function sizeOf(path: string): number {
  return realData!.files.find((file) => file.path === path)!.bytes;
}
