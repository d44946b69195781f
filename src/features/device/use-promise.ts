import { useEffect, useState } from 'react';

/** Whether the browser has promised not to delete this data automatically; null if it does not say, undefined while it is asked. */
export function usePromise(): { isPromised: boolean | null | undefined; ask: () => Promise<boolean> } {
  const [isPromised, setPromised] = useState<boolean | null | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    const read = () => void readPromise().then((promise) => !isGone && setPromised(promise));
    read();
    listeners.add(read);
    return () => {
      isGone = true;
      listeners.delete(read);
    };
  }, []);
  return { isPromised, ask: askForPromise };
}

/** Whatever shows the promise reads it again when the browser has answered. */
const listeners = new Set<() => void>();

async function readPromise(): Promise<boolean | null> {
  return (await navigator.storage?.persisted?.().catch(() => null)) ?? null;
}

/** Firefox asks the user; other browsers decide themselves (PWA-27). */
export async function askForPromise(): Promise<boolean> {
  const isGiven = (await navigator.storage?.persist?.().catch(() => false)) ?? false;
  for (const listener of listeners) listener();
  return isGiven;
}
