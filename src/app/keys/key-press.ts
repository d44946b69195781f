import type { KeyPress } from './frame-keys.ts';

export function keyPressOf(event: KeyboardEvent): KeyPress {
  const { key, ctrlKey, metaKey, altKey, shiftKey, timeStamp, target } = event;
  const element = target instanceof HTMLElement ? target : null;
  return {
    ...{ key, ctrlKey, metaKey, altKey, shiftKey, atMs: timeStamp },
    isTyping: element !== null && (element.isContentEditable || element.matches(WRITTEN_IN)),
    isInDialog: element?.closest('[role="dialog"]') != null,
  };
}

/** A select uses letters as well, and a list in which names are found by typing. */
const WRITTEN_IN = 'textarea, select, [data-takes-letters], input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"])';
