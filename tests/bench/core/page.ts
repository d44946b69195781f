import dicomParser from 'dicom-parser';
import { unzipSync } from 'fflate';
import { createBudget } from '#imaging/archive/budget.ts';
import { openArchive } from '#imaging/archive/open-archive.ts';
import type { Frame } from '#imaging/frame.ts';
import { readDicomHeader } from '#imaging/dicom/header/read-header.ts';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { drawVolumeSlice } from '#imaging/draw-picture.ts';
import { drawTile } from '#imaging/render/draw-tile.ts';
import { createFileSource } from '#workers/intake/file-source.ts';

export * as masks from './mask-page.ts';

/** Runs in a page of its own, in one thread: the readers of the product and, beside each, what a user would pick instead. */

/** As many files as the browser reads at once without one waiting for another's disc. */
const IN_FLIGHT = 8;
const FIRST_READ_BYTES = 64 * 1024;
const TILE_PIXELS = 160;

interface Took {
  seconds: number;
  /** Files whose header was read, or bytes that came out. */
  got: number;
}

export const headers = {
  own: (files: readonly File[]) => readAll(files, async (file) => (await readDicomHeader(createFileSource(file))).ok),
  /** What no way of reading headers can beat. */
  bareRead: (files: readonly File[]) =>
    readAll(files, async (file) => (await file.slice(0, FIRST_READ_BYTES).arrayBuffer()).byteLength > 0),
  wholeFile: (files: readonly File[]) =>
    readAll(files, async (file) => {
      const dataSet = dicomParser.parseDicom(new Uint8Array(await file.arrayBuffer()));
      return dataSet.string('x0020000d') !== undefined;
    }),
};

async function readAll(files: readonly File[], read: (file: File) => Promise<boolean>): Promise<Took> {
  const walk = files.values();
  let got = 0;
  const lane = async (): Promise<void> => {
    for (const file of walk) if (await read(file).catch(() => false)) got += 1;
  };
  return timed(async () => {
    await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
    return got;
  });
}

export const zip = {
  /** Every entry to its end, its CRC-32 held against its bytes. */
  own: (file: File) =>
    timed(async () => {
      let bytes = 0;
      for await (const item of openArchive(createFileSource(file), file.name, createBudget(file.size))) {
        if (item.kind === 'refused') throw new Error(`refused: ${item.problem}`);
        for await (const block of item.blocks()) bytes += block.length;
      }
      return bytes;
    }),
  fflate: (file: File) =>
    timed(async () => {
      const entries = unzipSync(new Uint8Array(await file.arrayBuffer()));
      return Object.values(entries).reduce((sum, { length }) => sum + length, 0);
    }),
};

export const volume = {
  /** From the file to the drawn middle slice. */
  firstSlice: (file: File) =>
    timed(async () => {
      const read = await readNifti(createFileSource(file));
      if (!read.ok) throw new Error(read.why);
      const drawn = await drawVolumeSlice(read, Math.floor(read.header.slices / 2), { maxSize: TILE_PIXELS });
      if ('noPicture' in drawn) throw new Error(drawn.noPicture);
      return drawn.pixels.length;
    }),
  fullInflate: (file: File) =>
    timed(async () => (await new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()).byteLength),
};

const CT = { windowCenter: [40], windowWidth: [400], rescaleSlope: 1, rescaleIntercept: -1024, pixelSpacing: [0.7, 0.7] } as const;

/** Slices of 512 x 512 as a CT stores them, ten different ones in turn. */
function slices(count: number): Frame[] {
  const different = Array.from({ length: 10 }, (_, number): Frame => {
    const samples = new Int16Array(512 * 512);
    for (let at = 0; at < samples.length; at += 1) samples[at] = 1024 + Math.sin((at + number * 77) / 900) * 800;
    return { kind: 'grey', rows: 512, columns: 512, samples, isInverted: false };
  });
  return Array.from({ length: count }, (_, number) => different[number % different.length]!);
}

export const tiles = {
  /** Tiles as the product draws them, onto a grid four across. */
  own: (count: number) =>
    drawGrid(count, (frame) =>
      drawTile(frame, { ...CT, imagerPixelSpacing: null, pixelAspectRatio: [1, 1] } as never, { maxSize: TILE_PIXELS }),
    ),
  /** As viewers do it: the whole slice in colours first, which the canvas then makes small. */
  fullPicture: (count: number) => {
    const whole = new OffscreenCanvas(512, 512);
    const context = whole.getContext('2d')!;
    const picture = new ImageData(512, 512);
    const pixels = new Uint32Array(picture.data.buffer);
    return drawGrid(count, (frame) => {
      for (let at = 0; at < pixels.length; at += 1) {
        const grey = Math.max(0, Math.min(255, ((frame.samples[at]! - 1064) / 400 + 0.5) * 255));
        pixels[at] = 0xff000000 | (grey << 16) | (grey << 8) | grey;
      }
      context.putImageData(picture, 0, 0);
      return whole;
    });
  },
};

type Tile = OffscreenCanvas | { width: number; height: number; pixels: Uint8ClampedArray<ArrayBuffer> };

async function drawGrid(count: number, draw: (frame: Frame) => Tile): Promise<Took> {
  const frames = slices(count);
  const grid = new OffscreenCanvas(TILE_PIXELS * 4, TILE_PIXELS * Math.ceil(count / 4));
  const context = grid.getContext('2d')!;
  return timed(async () => {
    for (const [number, frame] of frames.entries()) {
      const [left, top] = [(number % 4) * TILE_PIXELS, Math.floor(number / 4) * TILE_PIXELS];
      const tile = draw(frame);
      if (tile instanceof OffscreenCanvas) context.drawImage(tile, left, top, TILE_PIXELS, TILE_PIXELS);
      else context.putImageData(new ImageData(tile.pixels, tile.width, tile.height), left, top);
    }
    // Drawing waits in a queue until somebody looks.
    return context.getImageData(0, 0, 1, 1).data.length && count;
  });
}

async function timed(act: () => Promise<number>): Promise<Took> {
  const startedMs = performance.now();
  const got = await act();
  return { seconds: (performance.now() - startedMs) / 1000, got };
}
