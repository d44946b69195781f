/** An event that the page has noticed. */
export interface NoticedEvent {
  /** From 1, in the order of the events. */
  number: number;
  /** ms since 1970: the time stamp of the event, and the beginning of its first handler. */
  atMs: number;
  handledMs: number;
}

/** A picture of the screen, and for each pane the number of the newest event that it shows; null: it cannot be read. */
export interface SeenFrame {
  /** ms since 1970. */
  atMs: number;
  shown: readonly (number | null)[];
}

/**
 * ms from each event to the first later picture in which every pane shows it, or one that came after it. Infinity for an event that was never seen,
 * so that what is lost cannot look fast.
 */
export function eventToPixel(events: readonly NoticedEvent[], frames: readonly SeenFrame[]): number[] {
  const last = events.at(-1)?.number ?? 0;
  const readable = frames.flatMap(({ atMs, shown }) => {
    const numbers = shown.filter((number) => number !== null);
    // A number of an earlier run may still be on the screen.
    const isWhole = numbers.length === shown.length && numbers.every((number) => number <= last);
    return isWhole ? [{ atMs, oldest: Math.min(...numbers) }] : [];
  });
  return events.map(({ number, atMs }) => {
    const seen = readable.find((frame) => frame.oldest >= number && frame.atMs >= atMs);
    return seen === undefined ? Infinity : seen.atMs - atMs;
  });
}

/** A picture that the page has drawn: the newest event that it shows, and the end of the drawing. */
export interface Drawing {
  number: number;
  atMs: number;
}

/** ms from the handler of each event to the end of the first drawing that shows it. */
export function handlerToDrawing(events: readonly NoticedEvent[], drawings: readonly Drawing[]): number[] {
  return events.map(({ number, handledMs }) => {
    const drawn = drawings.find((drawing) => drawing.number >= number && drawing.atMs >= handledMs);
    return drawn === undefined ? Infinity : drawn.atMs - handledMs;
  });
}

/** The value that so many parts of a hundred do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const inOrder = values.toSorted((a, b) => a - b);
  const value = inOrder[Math.min(inOrder.length - 1, Math.floor((inOrder.length * percent) / 100))];
  if (value === undefined) throw new Error('A percentile needs a value');
  return value;
}
