import { SEGMENT_COLOURS } from '#model/segment-colours.ts';
import classes from './Infers.module.css';

const SHOWN = 6;

/** Dashed, because a person has not accepted them. Decorative. */
export function ProposedSwatches({ classesOf }: { classesOf: readonly { value: number }[] }) {
  return (
    <span className={classes.swatches} aria-hidden>
      {classesOf.slice(0, SHOWN).map(({ value }) => (
        <span key={value} style={{ borderColor: SEGMENT_COLOURS[(value - 1) % SEGMENT_COLOURS.length]?.value }} />
      ))}
    </span>
  );
}
