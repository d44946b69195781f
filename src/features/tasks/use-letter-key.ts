import { useEffect, useRef } from 'react';
import { areLetterKeysOn } from '#ui/browser/letter-keys.ts';

/** A single letter acts on the page, unless it is typed into a field or a dialog is open (design.md §16). */
export function useLetterKey(letter: string, act: (() => void) | null): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, defaultPrevented } = event;
      if (key.toLowerCase() !== letter || ctrlKey || metaKey || altKey || shiftKey || repeat || defaultPrevented) return;
      const isElsewhere = event.target instanceof HTMLElement && event.target.closest(ELSEWHERE) !== null;
      if (isElsewhere || latest.current === null || !areLetterKeysOn()) return;
      event.preventDefault();
      latest.current();
    }
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [letter]);
}

const ELSEWHERE = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';
