import { useEffect } from 'react';
import { useVisit } from '#app/session/visit-context.tsx';
import { createFrameKeys } from './frame-keys.ts';
import { keyPressOf } from './key-press.ts';

/** Ctrl Shift L on pages without the frame, whose other keys belong to the page. */
export function useLockKey(): void {
  const { lock } = useVisit();
  useEffect(() => {
    const frameKeys = createFrameKeys({ pathOf: () => undefined, areLettersOn: () => false });
    function listen(event: KeyboardEvent) {
      if (event.repeat || event.isComposing || frameKeys(keyPressOf(event))?.act !== 'lock') return;
      event.preventDefault();
      event.stopPropagation();
      lock.lockNow();
    }
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, [lock]);
}
