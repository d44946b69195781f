import { useEffect, type RefObject } from 'react';

const GAP_PX = 12;

/** What floats over the end of a page gives it as much room below, so that its last row can always be scrolled free of it. */
export function useRoomBelow(floating: RefObject<HTMLElement | null>): void {
  useHeight(floating, '--ls-room-below', GAP_PX);
}

/** What stands at the end of a page and takes its room there itself: toasts stay above it. */
export function useFoot(standing: RefObject<HTMLElement | null>): void {
  useHeight(standing, '--ls-foot', 0);
}

/** Read by the styles of the frame. */
function useHeight(of: RefObject<HTMLElement | null>, property: string, gapPx: number): void {
  useEffect(() => {
    const element = of.current;
    if (element === null) return;
    const { style } = document.documentElement;
    const watching = new ResizeObserver(() =>
      style.setProperty(property, `${Math.ceil(element.getBoundingClientRect().height) + gapPx}px`),
    );
    watching.observe(element);
    return () => {
      watching.disconnect();
      style.removeProperty(property);
    };
  }, [of, property, gapPx]);
}
