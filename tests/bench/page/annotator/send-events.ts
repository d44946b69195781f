import type { CDPSession } from 'playwright';

export const EVENTS = 210;
/** No divisor of 60, so that events come at every phase of a frame. */
export const HZ = 59;

export type Motion = 'keys' | 'wheel' | 'drag';

interface Point {
  x: number;
  y: number;
}

/** Sends events at a fixed rate and never waits for the page. */
export async function sendEvents(session: CDPSession, motion: Motion, from: Point, { events = EVENTS, hz = HZ } = {}): Promise<void> {
  const sent: Promise<unknown>[] = [];
  const startedMs = performance.now();
  for (let event = 0; event < events; event += 1) {
    const dueMs = startedMs + (event * 1000) / hz - performance.now();
    if (dueMs > 0) await new Promise((resolve) => setTimeout(resolve, dueMs));
    sent.push(send(session, motion, from, event).catch(() => undefined));
  }
  await Promise.all(sent);
}

function send(session: CDPSession, motion: Motion, { x, y }: Point, event: number): Promise<unknown> {
  switch (motion) {
    case 'keys':
      return session.send('Input.dispatchKeyEvent', { type: 'keyDown', key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 });
    case 'wheel':
      return session.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY: 100 });
    case 'drag':
      return session.send('Input.dispatchMouseEvent', {
        ...{ type: 'mouseMoved', button: 'left', buttons: 1 },
        ...{ x: x + 150 * Math.sin(event / 25), y: y + 100 * Math.cos(event / 19) },
      });
  }
}

const SHIFT = 8;

export async function pressAt(session: CDPSession, { x, y }: Point, { withShift = false } = {}): Promise<void> {
  const modifiers = withShift ? SHIFT : 0;
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, modifiers });
  await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', x, y, button: 'left', buttons: 1, clickCount: 1, modifiers });
}

export async function releaseAt(session: CDPSession, { x, y }: Point): Promise<void> {
  await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', x, y, button: 'left', clickCount: 1 });
}
