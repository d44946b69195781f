import type { Press } from './frame-keys.ts';

/** Of a key, where it was pressed. */
export function toPress(event: KeyboardEvent): Press {
  const { key, ctrlKey, metaKey, altKey, shiftKey, timeStamp, target } = event;
  const element = target instanceof HTMLElement ? target : null;
  return {
    ...{ key, ctrlKey, metaKey, altKey, shiftKey, atMs: timeStamp },
    isTyping: element !== null && (element.isContentEditable || element.matches(WRITTEN_IN)),
    isInDialog: element?.closest('[role="dialog"]') != null,
  };
}

/** A select takes letters as well. */
const WRITTEN_IN = 'textarea, select, input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"])';
