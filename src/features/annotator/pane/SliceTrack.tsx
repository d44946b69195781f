import { t } from '#language/t.ts';
import type { Run } from './slice-marks.ts';
import classes from './SliceTrack.module.css';

interface SliceTrackProps {
  at: number;
  count: number;
  /** Where visible segments have voxels. */
  marks: readonly Run[];
  /** Steps with comments. */
  rings: readonly number[];
  label: string;
  /** Along a path: its name and the position in words, in place of those of slices. */
  path: { label: string; value: string } | null;
  onTo: (at: number) => void;
}

/** The place in the series, along the right edge of a pane. Its bright parts have segments, its rings comments (design.md §19). */
export function SliceTrack({ at, count, marks, rings, label, path, onTo }: SliceTrackProps) {
  const isMarked = marks.some(([first, last]) => first <= at && at <= last);
  const facts = [
    path?.value ?? t('slice {slice} of {slices}', { slice: at + 1, slices: count }),
    isMarked && t('has segments'),
    rings.includes(at) && t('has comments'),
  ];
  return (
    <>
      <span className={classes.marks} aria-hidden>
        {marks.map(([first, last]) => (
          <span key={first} data-mark={`${first} ${last}`} style={partOf(first, last, count)} />
        ))}
        {rings.map((step) => (
          <span key={step} className={classes.ring} data-ring={step} style={{ top: `${(100 * step) / (count - 1)}%` }} />
        ))}
      </span>
      <input
        className={classes.track}
        type="range"
        min={0}
        max={count - 1}
        step={1}
        value={at}
        aria-label={path?.label ?? t('Slice of {label}', { label })}
        aria-valuetext={facts.filter((fact) => fact !== false).join(', ')}
        aria-orientation="vertical"
        onChange={(event) => onTo(Number(event.currentTarget.value))}
      />
    </>
  );
}

/** Each step reaches half way to the next. */
function partOf(first: number, last: number, count: number): { top: string; height: string } {
  const [from, to] = [Math.max(0, first - 0.5), Math.min(count - 1, last + 0.5)];
  return { top: `${(100 * from) / (count - 1)}%`, height: `${(100 * (to - from)) / (count - 1)}%` };
}
