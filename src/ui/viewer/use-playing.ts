import { useEffect } from 'react';
import { noteUse } from '#ui/in-use.ts';
import { createPace } from './pace.ts';
import { useLatest } from './use-latest.ts';

/** Calls `step` so many times a second as long as it plays, and never before the picture of the last step is there: none is left out. */
export function usePlaying({ isPlaying, rate, isReady, step }: Playing): void {
  const latest = useLatest({ isReady, step });
  useEffect(() => {
    if (!isPlaying) return;
    const pace = createPace(rate, performance.now());
    let frame = requestAnimationFrame(tick);
    function tick(now: number) {
      frame = requestAnimationFrame(tick);
      if (!pace.isDue(now) || !latest.current.isReady) return;
      pace.took(now);
      latest.current.step();
      // Somebody looks at it, with their hands free.
      noteUse();
    }
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, rate, latest]);
}

interface Playing {
  isPlaying: boolean;
  /** Pictures per second. */
  rate: number;
  /** The picture that was asked for last is shown. */
  isReady: boolean;
  step: () => void;
}
