import { useEffect } from 'react';
import { noteActivity } from '#ui/browser/user-activity.ts';
import { createPace } from './pace.ts';
import { useLatest } from './use-latest.ts';

/** Calls `step` at the rate while it plays, but not before the last picture is shown, so that none is skipped. */
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
  /** The picture that was asked for last is shown. */
  isReady: boolean;
  step: () => void;
}
