import classes from './SliceTrack.module.css';

interface SliceTrackProps {
  at: number;
  count: number;
  label: string;
  onTo: (at: number) => void;
}

/** The place in the series, along the right edge of a pane. */
export function SliceTrack({ at, count, label, onTo }: SliceTrackProps) {
  return (
    <input
      className={classes.track}
      type="range"
      min={0}
      max={count - 1}
      step={1}
      value={at}
      aria-label={`Slice of ${label}`}
      aria-valuetext={`slice ${at + 1} of ${count}`}
      aria-orientation="vertical"
      onChange={(event) => onTo(Number(event.currentTarget.value))}
    />
  );
}
