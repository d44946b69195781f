import type { Page } from 'playwright';
import type { NoticedEvent } from './judge.ts';

/** What runs in the page counts here; the page of the peers reads it as well (peers/annotator/scene.js). */
export interface EventWatch {
  /** The kind of event that counts at the moment. */
  kind: 'keydown' | 'wheel' | 'pointermove' | null;
  /** Of the newest event. */
  number: number;
  events: NoticedEvent[];
}
export type Watching = { eventWatch: EventWatch };

/** In the page, before its code: numbers events before any of its handlers sees them. Those that the browser has merged count one by one. */
export function watchEvents(): void {
  const watch: EventWatch = { kind: null, number: 0, events: [] };
  (globalThis as unknown as Watching).eventWatch = watch;
  const notice = (event: Event): void => {
    if (event.type !== watch.kind) return;
    const merged = event instanceof PointerEvent ? event.getCoalescedEvents() : [];
    const handledMs = performance.timeOrigin + performance.now();
    for (const { timeStamp } of merged.length > 0 ? merged : [event]) {
      watch.number += 1;
      watch.events.push({ number: watch.number, atMs: performance.timeOrigin + timeStamp, handledMs });
    }
  };
  for (const type of ['keydown', 'wheel', 'pointermove']) addEventListener(type, notice, { capture: true, passive: true });
}

export async function startWatch(page: Page, kind: NonNullable<EventWatch['kind']>): Promise<void> {
  await page.evaluate((one) => Object.assign((globalThis as unknown as Watching).eventWatch, { kind: one, number: 0, events: [] }), kind);
}

export async function stopWatch(page: Page): Promise<NoticedEvent[]> {
  return page.evaluate(() => {
    const watch = (globalThis as unknown as Watching).eventWatch;
    watch.kind = null;
    return watch.events;
  });
}
