import { widened } from '#ui/viewer/view.ts';
import type { TileWindow } from '#workers/preview/types.ts';

/** As in the viewer: so many pixels double a window, or move its centre by a whole width. */
const PIXELS_PER_WIDTH = 256;
/** Less is a hand that is not quite still while it clicks. */
const LEAST_DRAG_PX = 4;

interface Point {
  clientX: number;
  clientY: number;
}

/** A mouse that is dragged over a thumbnail changes the window of the peek: to the right wider, down higher (design.md §8). */
export class WindowDrag {
  #begun: (Point & { from: TileWindow }) | null = null;
  #hasMoved = false;

  /** `from`: the window that is shown, null where there is none. */
  begin({ clientX, clientY }: Point, from: TileWindow | null): void {
    this.#hasMoved = false;
    this.#begun = from && { clientX, clientY, from };
  }

  /** The window of a pointer that went here; null where it is no drag (yet). */
  windowAt({ clientX, clientY }: Point): TileWindow | null {
    if (!this.#begun) return null;
    const { from, ...first } = this.#begun;
    const [across, down] = [clientX - first.clientX, clientY - first.clientY];
    if (!this.#hasMoved && Math.hypot(across, down) < LEAST_DRAG_PX) return null;
    this.#hasMoved = true;
    return widened(from, across / PIXELS_PER_WIDTH, down / PIXELS_PER_WIDTH);
  }

  end(): void {
    this.#begun = null;
  }

  /** Whether a click only ends the drag before it, also one that ended elsewhere. A click by a key, of which no `detail` is counted, never does. */
  isEndedBy({ detail }: { detail: number }): boolean {
    return detail > 0 && this.#hasMoved;
  }
}
