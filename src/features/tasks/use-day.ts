import { useEffect, useState } from 'react';

/** A moment of the current day. It changes after midnight, so that what is due today moves on while the page stays open. */
export function useDay(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
    const timer = setTimeout(() => setNow(new Date()), Math.max(0, midnight - Date.now()) + 1_000);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}
