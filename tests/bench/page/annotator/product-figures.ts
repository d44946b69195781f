import { setTimeout as pause } from 'node:timers/promises';
import { CAPTURED, captureScreen } from './capture.ts';
import type { Contender } from './contender.ts';
import { codeAt } from './event-codes.ts';
import { eventToPixel, handlerToDrawing, type SeenFrame } from './judge.ts';
import type { Marking } from './mark-pictures.ts';
import { FIRST_SLICE } from './phantom.ts';
import { pressAt, releaseAt, sendEvents } from './send-events.ts';
import { panesOf } from './take-figure.ts';
import { startWatch, stopWatch } from './watch-events.ts';

/**
 * ms from the handler of a turn of the wheel to the end of the drawing. From the event it would say more of DevTools than of the page: a wheel that it
 * sends reaches the page 24 ms late.
 */
export async function takeWheel(contender: Contender): Promise<number[]> {
  const { page, panes } = contender;
  await contender.prepare('slice');
  const [first] = panes;
  const { session, rest, stop } = await captureScreen(page);
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: first!.x + first!.width / 2, y: first!.y + first!.height / 2 });
  await rest();
  await page.evaluate(() => ((globalThis as unknown as Marking).pictureMarks.slices = []));
  await startWatch(page, 'wheel');
  await sendEvents(session, 'wheel', { x: first!.x + first!.width / 2, y: first!.y + first!.height / 2 });
  await rest();
  const noticed = await stopWatch(page);
  await stop();
  const drawn = await page.evaluate(() => (globalThis as unknown as Marking).pictureMarks.slices);
  // A turn walks one slice, also one into which the browser has merged others.
  return handlerToDrawing(
    noticed,
    drawn.map(({ number, atMs }) => ({ number: number - FIRST_SLICE, atMs })),
  );
}

/** The page draws coarse planes until nothing has moved for so long (pane-screen.ts). */
const REST_MS = 120;
const STOPS = 20;

/** ms from the moment at which a turned plane counts as resting to the sharp picture of it. */
export async function takeRest(contender: Contender): Promise<number[]> {
  const { page, panes } = contender;
  await contender.prepare('oblique');
  const middle = { x: panes[0]!.x + panes[0]!.width / 2, y: panes[0]!.y + panes[0]!.height / 2 };
  const { session, rest, stop } = await captureScreen(page);
  await pressAt(session, middle, { withShift: true });
  await rest();
  await startWatch(page, 'pointermove');
  // 7 degrees each; at different phases of a frame.
  await sendEvents(session, 'drag', middle, { events: STOPS, hz: 1.93 });
  await pause(REST_MS);
  await rest();
  const noticed = await stopWatch(page);
  await releaseAt(session, middle);
  const frames = (await stop()).map((picture): SeenFrame => {
    const codes = panesOf('oblique').map((pane) => codeAt(picture, panes[pane]!, CAPTURED));
    return { atMs: picture.atMs, shown: codes.map((code) => (code?.isSharp ? code.number : null)) };
  });
  const resting = noticed.map((event) => ({ ...event, atMs: event.atMs + REST_MS }));
  return eventToPixel(resting, frames);
}

/** ms from each event of a brush to the picture on the screen that shows the segment with it. */
export async function takeStroke(contender: Contender): Promise<number[]> {
  const { page, panes } = contender;
  const middle = { x: panes[0]!.x + panes[0]!.width / 2, y: panes[0]!.y + panes[0]!.height / 2 };
  await page.locator('[data-pane="0"] [role="application"]').focus();
  await page.keyboard.press('p');
  await page.evaluate(() => ((globalThis as unknown as Marking).pictureMarks.paintsCodes = true));
  const { session, rest, stop } = await captureScreen(page);
  await pressAt(session, middle);
  await rest();
  await startWatch(page, 'pointermove');
  await sendEvents(session, 'drag', middle);
  await rest();
  const noticed = await stopWatch(page);
  await releaseAt(session, middle);
  const frames = (await stop()).map((picture): SeenFrame => ({
    atMs: picture.atMs,
    shown: [codeAt(picture, panes[0]!, CAPTURED)?.number ?? null],
  }));
  return eventToPixel(noticed, frames);
}
