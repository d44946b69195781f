import { useEffect, type RefObject } from 'react';
import { useLatest } from '#ui/viewer/use-latest.ts';
import { isTyping, moveToField } from './form-keys.ts';

/**
 * Keys of a form as a whole: up, down and Enter go to another field, N adds a lesion, Ctrl Enter completes. Fields handle left, right and digits themselves.
 * `onComplete`: null, where something else completes it.
 */
export function useFormKeys(root: RefObject<HTMLElement | null>, onComplete: (() => void) | null): void {
  const complete = useLatest(onComplete);
  useEffect(() => {
    const form = root.current;
    if (form === null) return;
    function onKey(event: KeyboardEvent): void {
      if (form === null || event.altKey || event.metaKey) return;
      if (event.ctrlKey ? event.key === 'Enter' && run(complete.current) : keyInForm(form, event)) event.preventDefault();
    }
    form.addEventListener('keydown', onKey);
    return () => form.removeEventListener('keydown', onKey);
  }, [root, complete]);
}

function run(act: (() => void) | null): boolean {
  act?.();
  return act !== null;
}

/** Whether the key meant something. */
function keyInForm(form: HTMLElement, { key, target }: KeyboardEvent): boolean {
  const isLine = target instanceof HTMLInputElement && target.getAttribute('aria-haspopup') === null;
  const isChoice = target instanceof Element && target.closest('[role="radiogroup"], [role="group"]') !== null;
  if (key === 'ArrowDown' || (key === 'Enter' && isLine)) return (isLine || isChoice) && moveToField(form, 1);
  if (key === 'ArrowUp') return (isLine || isChoice) && moveToField(form, -1);
  const add = form.querySelector<HTMLElement>('[data-form-add]');
  if (key.toLowerCase() !== 'n' || isTyping(target) || add === null) return false;
  add.click();
  // Once its card is open.
  setTimeout(() => form.querySelector<HTMLElement>('[aria-current="true"] [data-form-stop]:not([tabindex="-1"])')?.focus(), 0);
  return true;
}
