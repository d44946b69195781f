import { useEffect, useState } from 'react';

/**
 * The value, which does not change while the mouse button is down: if an answer moved the rows between the press and the click, the click would open
 * another row or none.
 */
export function useHeldWhilePressed<T extends object | undefined>(value: T): T {
  const [isPressed, setPressed] = useState(false);
  const [held, setHeld] = useState(value);
  if (!isPressed && held !== value) setHeld(value);
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    addEventListener('mousedown', ({ button }) => button === 0 && setPressed(true), options);
    // The click follows the release at once.
    addEventListener('mouseup', () => setTimeout(() => setPressed(false)), options);
    // After dragging, and after a menu of the browser, there was no release.
    addEventListener('mousemove', ({ buttons }) => buttons === 0 && setPressed(false), options);
    return () => listening.abort();
  }, []);
  return isPressed ? held : value;
}
