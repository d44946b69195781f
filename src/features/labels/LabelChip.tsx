import { VisuallyHidden } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import classes from './Labels.module.css';
import type { ShownLabel } from './label-writes.ts';
import { comingText, goingText } from './texts.ts';

/** A colour that a person chose is a small square beside the name, and never all that says which label it is (design.md §3). */
export function Swatch({ color }: { color: string }) {
  return <span className={classes.swatch} style={{ background: color }} aria-hidden />;
}

/** A label on a study. What the server has not heard of says so. */
export function LabelChip({ label: { name, color, state } }: { label: Pick<ShownLabel, 'name' | 'color' | 'state'> }) {
  const words = state === 'coming' ? comingText(name) : state === 'going' ? goingText(name) : name;
  return (
    <span className={classes.chip} data-label={name} data-state={state} title={words}>
      <Swatch color={color} />
      <bdi className={classes.name}>{name}</bdi>
      {state !== 'on' && (
        <>
          <IconClock className={classes.clock} size={12} stroke={1.75} aria-hidden />
          <VisuallyHidden>{words.slice(name.length)}</VisuallyHidden>
        </>
      )}
    </span>
  );
}
