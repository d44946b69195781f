import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';
import classes from './SliceSlider.module.css';

/** given (PREV-003): the picture follows the handle when it has rested this long. */
const DEBOUNCE_MS = 100;
const SHIFT_STEP = 10;

interface SliceSliderProps {
  /** Slices are counted from 0 here and from 1 on the screen. */
  slice: number;
  slices: number;
  onSlice: (slice: number) => void;
  label: string;
  /** `slice 10 of 19`, for screen readers. */
  spoken: (position: number, slices: number) => string;
}

/** Moves through the slices of a series; the handle moves immediately, the picture follows. */
export function SliceSlider({ slice, slices, onSlice, label, spoken }: SliceSliderProps) {
  const [handle, setHandle] = useState(slice);
  const report = useDebouncedCallback(onSlice, DEBOUNCE_MS);
  const last = Math.max(0, slices - 1);

  // Changed from outside: by a key, or because the series grew while it was read.
  useEffect(() => setHandle(Math.min(slice, last)), [slice, last]);

  function moveTo(next: number) {
    const within = Math.min(last, Math.max(0, next));
    setHandle(within);
    report(within);
  }

  function moveByTen(event: KeyboardEvent) {
    const direction = DIRECTION_OF_KEY[event.key];
    if (!event.shiftKey || direction === undefined) return;
    event.preventDefault();
    moveTo(handle + direction * SHIFT_STEP);
  }

  return (
    <div className={classes.line}>
      <input
        className={classes.slider}
        type="range"
        min={0}
        max={last}
        step={1}
        value={handle}
        disabled={last === 0}
        aria-label={label}
        aria-valuetext={spoken(handle + 1, slices)}
        style={{ '--filled': `${last === 0 ? 0 : (100 * handle) / last}%` } as React.CSSProperties}
        onChange={(event) => moveTo(Number(event.currentTarget.value))}
        onKeyDown={moveByTen}
      />
      <span className={classes.position} aria-hidden>
        {slices === 0 ? '' : `${handle + 1} / ${slices}`}
      </span>
    </div>
  );
}

const DIRECTION_OF_KEY: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
