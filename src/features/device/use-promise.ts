import { useCallback, useEffect, useState } from 'react';

/** Whether the browser has promised not to remove by itself what is here; null where it does not say, undefined while it is asked. */
export function usePromise(): { isPromised: boolean | null | undefined; ask: () => Promise<boolean> } {
  const [isPromised, setPromised] = useState<boolean | null | undefined>(undefined);
  useEffect(() => {
    let isGone = false;
    void readPromise().then((read) => !isGone && setPromised(read));
    return () => {
      isGone = true;
    };
  }, []);
  const ask = useCallback(async () => {
    const answer = await askForPromise();
    setPromised(await readPromise());
    return answer;
  }, []);
  return { isPromised, ask };
}

async function readPromise(): Promise<boolean | null> {
  return (await navigator.storage?.persisted?.().catch(() => null)) ?? null;
}

/** Firefox asks the person; others decide by themselves (PWA-27). */
export async function askForPromise(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false;
}
