import { onActivity } from '#ui/browser/user-activity.ts';
import type { ScreenLock } from './screen-lock.ts';

/** Read by the style sheet and not by a component, so that the page is covered before React runs. */
const LOCKED = 'data-locked';
/** User input only; what the page does itself, such as an upload, does not count. */
const HANDS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', 'touchmove'] as const;
const LOOK_EVERY_MS = 2_000;

/** Caught on the whole page, wherever the focus is. */
const KEYS = ['keydown', 'keyup', 'keypress', 'copy', 'cut', 'paste'] as const;
/** Otherwise a file dropped on the cover would be added, or would replace the page. */
const DRAGS = ['dragenter', 'dragover', 'drop'] as const;

/**
 * Implements [Note: The lock of the screen]. Listens before anything else does, so that no key reaches the code of a locked page. Nothing
 * behind the cover can have the focus, and keys on the cover have only their browser function.
 */
export function coverPage(lock: ScreenLock): void {
  const page = document.documentElement;
  let before: Element | null = null;
  const show = (): void => {
    const isLocked = lock.isLocked();
    if (page.hasAttribute(LOCKED) === isLocked) return;
    if (isLocked) {
      before = document.activeElement;
      // A full-screen image would cover the lock.
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
      getSelection()?.removeAllRanges();
    }
    page.toggleAttribute(LOCKED, isLocked);
    // Return the focus to the field that was being edited.
    if (!isLocked && before instanceof HTMLElement) before.focus({ preventScroll: true });
  };
  lock.subscribe(show);

  for (const name of KEYS) addEventListener(name, (event) => lock.isLocked() && event.stopImmediatePropagation(), { capture: true });
  for (const name of DRAGS) addEventListener(name, (event) => lock.isLocked() && refuse(event), { capture: true });

  for (const name of HANDS) addEventListener(name, (event) => event.isTrusted && lock.used(), { capture: true, passive: true });
  onActivity(lock.used);
  for (const name of ['focus', 'pageshow', 'resume', 'online'] as const) addEventListener(name, lock.look);
  document.addEventListener('visibilitychange', lock.look);
  setInterval(lock.look, LOOK_EVERY_MS);
}

function refuse(event: DragEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
}
