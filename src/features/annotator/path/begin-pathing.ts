import { dragging } from '#ui/viewer/tool-states/dragging.ts';
import type { Pointer, Rest, ToolState } from '#ui/viewer/tool-states/tool-state.ts';
import type { PathActions } from './pane-pathing.ts';
import type { ViewActions } from '#ui/viewer/tool-states/tool-state.ts';

const DEGREES_PER_PIXEL = 1;

/** What a press of the tool begins. On a picture: a new point, or the change of one; along the path: a turn about it, or a way along it. */
export function beginPathing({ view, path }: { view: ViewActions; path: PathActions }, pointer: Pointer, rest: Rest): ToolState | null {
  if (!path.isChosen()) return null;
  const drag = (name: ToolState['name'], moved: (at: { x: number; y: number }, dx: number) => void): ToolState => {
    let { x, y } = pointer;
    return dragging({ actions: view, rest, name, first: pointer }, (dx, dy) => {
      x += dx;
      y += dy;
      moved({ x, y }, dx);
    });
  };
  if (path.isAlong()) {
    return path.isOnPosition(pointer, pointer.isTouch)
      ? drag('walking', (at) => path.goTo(at))
      : drag('turning', (_, dx) => path.turn(dx * DEGREES_PER_PIXEL));
  }
  const point = path.pointUnder(pointer, pointer.isTouch) ?? path.add(pointer);
  return point === null ? rest() : drag('adjusting', (at) => path.move(point, at));
}
