import { VisuallyHidden } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { Swatch } from '#ui/Swatch.tsx';
import classes from './Labels.module.css';
import type { ShownLabel } from './label-writes.ts';
import { comingText, goingText } from './texts.ts';

/** A label on a study, which says if the server does not know it yet. */
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
