import { widened } from '#ui/viewer/view.ts';
import type { TileWindow } from '#workers/preview/types.ts';

/** As in the viewer: this many pixels double the window, or move its centre by one width. */
const PIXELS_PER_WIDTH = 256;
/** Less is an unsteady click. */
const LEAST_DRAG_PX = 4;

interface Point {
  clientX: number;
  clientY: number;
}

/** Dragging the mouse over a thumbnail changes the window of the preview: right is wider, down is higher (design.md §8). */
export class WindowDrag {
  #begun: (Point & { from: TileWindow }) | null = null;
  #hasMoved = false;

  /** `from`: the displayed window, null if there is none. */
  begin({ clientX, clientY }: Point, from: TileWindow | null): void {
    this.#hasMoved = false;
    this.#begun = from && { clientX, clientY, from };
  }

  /** The window at this pointer position; null if it is not a drag (yet). */
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

  /** Whether a click only ends the drag before it, even elsewhere. A keyboard click, whose `detail` is 0, never does. */
  isEndedBy({ detail }: { detail: number }): boolean {
    return detail > 0 && this.#hasMoved;
  }
}
