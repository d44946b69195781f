import type { ViewActions } from './tool-states/tool-state.ts';

const PIXELS_PER_SLICE = 50;

/** A wheel with notches walks a slice a notch; what scrolls smoothly, so many pixels a slice. With Ctrl, as a pinch comes, it zooms. */
export function listenToWheel(
  cell: HTMLElement,
  latest: { current: { actions: Pick<ViewActions, 'zoom'>; onWalk: (by: number) => void } },
): () => void {
  let rest = 0;
  function wheel(event: WheelEvent) {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) return zoom(event);
    const delta = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * PIXELS_PER_SLICE;
    if (Math.abs(delta) >= PIXELS_PER_SLICE) return latest.current.onWalk(Math.sign(delta));
    rest += delta;
    const slices = Math.trunc(rest / PIXELS_PER_SLICE);
    rest -= slices * PIXELS_PER_SLICE;
    if (slices !== 0) latest.current.onWalk(slices);
  }
  function zoom(event: WheelEvent) {
    const box = cell.getBoundingClientRect();
    const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
    latest.current.actions.zoom(Math.exp(-event.deltaY / 300), at);
  }
  cell.addEventListener('wheel', wheel, { passive: false });
  return () => cell.removeEventListener('wheel', wheel);
}
