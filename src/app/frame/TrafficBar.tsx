import { NavigationProgress, nprogress } from '@mantine/nprogress';
import { useEffect, useRef, useState } from 'react';
import { onTraffic, readTraffic } from '#api/traffic.ts';

/** given (NAV-14). */
const THROTTLE_MS = 200;
const STEPS = 100;
const DURATION_MS = 5_000;

/**
 * NAV-13: requests in flight; coral if the last one failed. Hidden while offline. Visual only: each part of the page announces what it
 * waits for (`aria-busy`), and a total of all requests would tell a screen reader user nothing.
 */
export function TrafficBar() {
  const [failed, setFailed] = useState(false);
  const isShown = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      if (readTraffic().inFlight === 0) return;
      isShown.current = true;
      setFailed(false);
      nprogress.reset();
      nprogress.start();
    };
    const follow = () => {
      const { inFlight, lastFailed } = readTraffic();
      if (inFlight > 0) {
        if (!isShown.current && navigator.onLine) timer ??= setTimeout(show, THROTTLE_MS);
        return;
      }
      clearTimeout(timer);
      timer = undefined;
      if (!isShown.current) return;
      isShown.current = false;
      setFailed(lastFailed);
      nprogress.complete();
    };
    const stop = onTraffic(follow);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return (
    <NavigationProgress
      size={2}
      color={failed ? 'var(--ls-tone-broken)' : 'var(--ls-mark)'}
      stepInterval={DURATION_MS / STEPS}
      aria-hidden
    />
  );
}
