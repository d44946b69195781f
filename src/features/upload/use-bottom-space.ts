import { useEffect, type RefObject } from 'react';

const GAP_PX = 12;

/** Reserves space below the page for a floating element, so that its last row can be scrolled clear of it. */
export function useBottomSpace(floating: RefObject<HTMLElement | null>): void {
  useHeight(floating, '--ls-room-below', GAP_PX);
}

/** For a footer that takes its own space at the end of a page: toasts stay above it. */
export function useFooterHeight(standing: RefObject<HTMLElement | null>): void {
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
