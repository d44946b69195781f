import { useEffect, type RefObject } from 'react';

/** Read by the frame: so much is left free under each page. */
const ROOM = '--ls-room-below';
const GAP_PX = 12;

/** What floats over the end of a page gives it as much room below, so that its last row can always be scrolled free of it. */
export function useRoomBelow(floating: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = floating.current;
    if (element === null) return;
    const { style } = document.documentElement;
    const watching = new ResizeObserver(() => style.setProperty(ROOM, `${Math.ceil(element.getBoundingClientRect().height) + GAP_PX}px`));
    watching.observe(element);
    return () => {
      watching.disconnect();
      style.removeProperty(ROOM);
    };
  }, [floating]);
}
