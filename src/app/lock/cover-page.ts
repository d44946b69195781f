import { onUse } from '#ui/in-use.ts';
import type { ScreenLock } from './screen-lock.ts';

/** Reads of the style sheet and of no component: what is covered is covered before a line of React runs. */
const LOCKED = 'data-locked';
/** Typing, pointing, scrolling. What the page does by itself, as an upload, is none of them. */
const HANDS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', 'touchmove'] as const;
const LOOK_EVERY_MS = 2_000;

/** The page listens to them wherever the focus is. */
const KEYS = ['keydown', 'keyup', 'keypress', 'copy', 'cut', 'paste'] as const;
/** A file that is dropped on the cover would else be taken, or take the place of the page. */
const DRAGS = ['dragenter', 'dragover', 'drop'] as const;

/**
 * Holds the page to [Note: The lock of the screen]. Begins before anything else listens: while it is locked no key reaches any code of the page. What
 * is behind the cover cannot have the focus, and in the cover a key does what the browser does with it.
 */
export function coverPage(lock: ScreenLock): void {
  const page = document.documentElement;
  let before: Element | null = null;
  const show = (): void => {
    const isLocked = lock.isLocked();
    if (page.hasAttribute(LOCKED) === isLocked) return;
    if (isLocked) {
      before = document.activeElement;
      // A picture on the whole screen would stand before everything.
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
      getSelection()?.removeAllRanges();
    }
    page.toggleAttribute(LOCKED, isLocked);
    // What was being written in goes on.
    if (!isLocked && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  lock.subscribe(show);

  for (const name of KEYS) addEventListener(name, (event) => lock.isLocked() && event.stopImmediatePropagation(), { capture: true });
  for (const name of DRAGS) addEventListener(name, (event) => lock.isLocked() && refuse(event), { capture: true });

  for (const name of HANDS) addEventListener(name, (event) => event.isTrusted && lock.used(), { capture: true, passive: true });
  onUse(lock.used);
  for (const name of ['focus', 'pageshow', 'resume', 'online'] as const) addEventListener(name, lock.look);
  document.addEventListener('visibilitychange', lock.look);
  setInterval(lock.look, LOOK_EVERY_MS);
}

function refuse(event: DragEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
}
