import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright';
import { decodeJpeg } from '#imaging/dicom/codecs/jpeg/decode-jpeg.ts';
import type { GreyPicture } from './find-blocks.ts';

export const VIEWPORT = { width: 1600, height: 1000 } as const;
/** A quarter of the size: reading the screen then costs the browser 5 ms a picture. */
export const CAPTURED = 0.25;

export interface CapturedPicture extends GreyPicture {
  /** ms since 1970, when the browser handed it to the screen. */
  atMs: number;
}

/** Nothing is drawn any more when the screen has not changed for so long; a peer may have much left to draw. */
const REST_MS = 1_000;
const MOST_REST_MS = 30_000;

export interface Capture {
  session: CDPSession;
  /** Until the screen does not change any more. */
  rest(): Promise<void>;
  stop(): Promise<CapturedPicture[]>;
}

/** Pictures of the screen, each time something has changed, until it is stopped. They are decoded at the end, when nothing is measured. */
export async function captureScreen(page: Page): Promise<Capture> {
  const session = await page.context().newCDPSession(page);
  let changedMs = performance.now();
  const taken: { atMs: number; jpeg: string }[] = [];
  session.on('Page.screencastFrame', ({ metadata, data, sessionId }) => {
    changedMs = performance.now();
    taken.push({ atMs: (metadata.timestamp ?? 0) * 1000, jpeg: data });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  const [maxWidth, maxHeight] = [VIEWPORT.width * CAPTURED, VIEWPORT.height * CAPTURED];
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80, maxWidth, maxHeight, everyNthFrame: 1 });
  return {
    session,
    async rest() {
      const until = performance.now() + MOST_REST_MS;
      await pause(REST_MS);
      while (performance.now() - changedMs < REST_MS && performance.now() < until) await pause(50);
    },
    async stop() {
      await session.send('Page.stopScreencast');
      await session.detach();
      return taken.map(({ atMs, jpeg }) => ({ atMs, ...greyOf(Buffer.from(jpeg, 'base64')) }));
    },
  };
}

function greyOf(jpeg: Uint8Array): GreyPicture {
  const [width, height] = [VIEWPORT.width * CAPTURED, VIEWPORT.height * CAPTURED];
  const decoded = decodeJpeg(jpeg, { rows: height, columns: width, samplesPerPixel: 3, bitsAllocated: 8 });
  if (!decoded.ok) throw new Error(`A picture of the screen cannot be read: ${decoded.why}`);
  // The first of three samples is the brightness.
  return { width, height, grey: Uint8Array.from({ length: width * height }, (_, at) => decoded.samples[at * 3]!) };
}
