import { setTimeout as pause } from 'node:timers/promises';
import { CAPTURED, captureScreen, type CapturedPicture } from './capture.ts';
import type { Contender, Figure } from './contender.ts';
import { codeAt } from './event-codes.ts';
import { findSlice, sliceAt, type Area, type SlicePlace } from './find-blocks.ts';
import { eventToPixel, type NoticedEvent, type SeenFrame } from './judge.ts';
import { FIRST_SLICE } from './phantom.ts';
import { EVENTS, pressAt, releaseAt, sendEvents } from './send-events.ts';
import { startWatch, stopWatch } from './watch-events.ts';

/** Until the screen as it is has been captured. */
const FRAME_MS = 100;

/** ms from each event of a motion to the picture on the screen that shows it. */
export async function takeFigure(
  contender: Contender,
  figure: Figure,
  { events = EVENTS, fromSlice = FIRST_SLICE, atOnce = false } = {},
): Promise<number[]> {
  await contender.prepare(figure);
  const { noticed, pictures } = await move(contender, figure, { events, atOnce });
  const frames =
    figure === 'slice'
      ? sliceFrames(contender, { pictures, startedMs: noticed[0]!.atMs }, fromSlice)
      : codedFrames(contender, figure, pictures);
  return eventToPixel(noticed, frames);
}

interface Moved {
  noticed: NoticedEvent[];
  pictures: CapturedPicture[];
}

/** `atOnce`: it does not wait until nothing changes any more. */
async function move(contender: Contender, figure: Figure, { events, atOnce }: { events: number; atOnce: boolean }): Promise<Moved> {
  const { page, panes, turnsWithShift } = contender;
  const [first] = panes;
  const middle = { x: first!.x + first!.width / 2, y: first!.y + first!.height / 2 };
  const { session, rest, stop } = await captureScreen(page);
  const motion = figure === 'slice' ? 'keys' : 'drag';
  if (motion === 'drag') await pressAt(session, middle, { withShift: figure === 'oblique' && turnsWithShift });
  if (atOnce) await pause(FRAME_MS);
  else await rest();
  await startWatch(page, motion === 'keys' ? 'keydown' : 'pointermove');
  await sendEvents(session, motion, middle, { events });
  await rest();
  const noticed = await stopWatch(page);
  if (motion === 'drag') await releaseAt(session, middle);
  return { noticed, pictures: await stop() };
}

function sliceFrames(
  { panes }: Contender,
  { pictures, startedMs }: { pictures: readonly CapturedPicture[]; startedMs: number },
  fromSlice: number,
): SeenFrame[] {
  const before = pictures.filter(({ atMs }) => atMs < startedMs);
  const place = placeOf(panes[0]!, before, fromSlice);
  return pictures.map((picture) => {
    const slice = sliceAt(picture, place);
    return { atMs: picture.atMs, shown: [slice === null ? null : slice - fromSlice] };
  });
}

/** Before the first event, the screen shows the slice that the motion begins with. */
function placeOf(pane: Area, pictures: readonly CapturedPicture[], slice: number): SlicePlace {
  const area = { x: pane.x * CAPTURED, y: pane.y * CAPTURED, width: pane.width * CAPTURED, height: pane.height * CAPTURED };
  for (const picture of pictures.slice(-2)) {
    const place = findSlice(picture, area, slice);
    if (place !== null) return place;
  }
  throw new Error(`Slice ${slice} is not on the screen`);
}

/** The plane of the pane under the pointer does not turn: it is what the others turn about. */
export function panesOf(figure: Figure): readonly number[] {
  return figure === 'oblique' ? [1, 2] : figure === 'window' ? [0, 1, 2] : [0];
}

export function codedFrames({ panes }: Contender, figure: Figure, pictures: readonly CapturedPicture[]): SeenFrame[] {
  return pictures.map((picture) => ({
    atMs: picture.atMs,
    shown: panesOf(figure).map((pane) => codeAt(picture, panes[pane]!, CAPTURED)?.number ?? null),
  }));
}
