import { useEffect } from 'react';
import { noteActivity } from '#ui/browser/user-activity.ts';
import { createPace } from './pace.ts';
import { useLatest } from './use-latest.ts';

/** Calls `step` at the rate while it plays, but only once for each shown picture, so that none is skipped. */
export function usePlaying({ isPlaying, rate, shown, step }: Playing): void {
  const latest = useLatest({ shown, step });
  useEffect(() => {
    if (!isPlaying) return;
    const pace = createPace(rate, performance.now());
    let frame = requestAnimationFrame(tick);
    function tick(now: number) {
      frame = requestAnimationFrame(tick);
      if (!pace.isDue(now, latest.current.shown)) return;
      pace.took(now, latest.current.shown);
      latest.current.step();
      // Playing counts as use, although nobody touches anything.
      noteActivity();
    }
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, rate, latest]);
}

interface Playing {
  isPlaying: boolean;
  /** Pictures per second. */
  rate: number;
  /** The picture that was asked for last, once it is shown; null until then. */
  shown: object | null;
  step: () => void;
}
