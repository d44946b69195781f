import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { formatDate } from '#ui/format.ts';
import { chordText, shortcutOf } from '#features/annotator/keys/chords.ts';
import { useOwnKeys } from '#features/annotator/keys/use-own-keys.ts';
import viewClasses from '#features/annotator/frame/ViewPanel.module.css';
import { INTERVALS, useDisplayCheck } from './display-check.ts';
import { DisplayCheckDialog } from './DisplayCheckDialog.tsx';
import { DIMS, usePageDim } from './page-dim.ts';
import { CHECK_TEXTS, DIM_TEXTS, everyText } from './screens-texts.ts';
import classes from './Screens.module.css';

const NEVER = 'never';

/** What belongs to the display of this device: the brightness around the images, and its checks. */
export function DisplaySection() {
  const { keyOf } = useOwnKeys();
  const [dim, setDim] = usePageDim();
  const { check, change } = useDisplayCheck();
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label={DIM_TEXTS.display}>
      <h2 className={viewClasses.title}>
        {DIM_TEXTS.dim} <span className={viewClasses.hint}>{chordText(keyOf('dim'))}</span>
      </h2>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={DIM_TEXTS.dim}
        aria-keyshortcuts={shortcutOf(keyOf('dim'))}
        value={String(dim)}
        onChange={(step) => setDim(Number(step))}
        data={DIMS.map((_, step) => ({ value: String(step), label: DIM_TEXTS.steps[step]! }))}
      />
      {dim > 0 && <p className={viewClasses.note}>{dim === 1 ? DIM_TEXTS.note : DIM_TEXTS.darkNote}</p>}
      <div className={classes.checks}>
        <span>{check.checkedAt === null ? CHECK_TEXTS.never : CHECK_TEXTS.last(formatDate(check.checkedAt))}</span>
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          {CHECK_TEXTS.open}
        </Button>
        <NativeSelect
          size="xs"
          label={CHECK_TEXTS.remind}
          value={String(check.everyDays ?? NEVER)}
          onChange={({ currentTarget: { value } }) =>
            change({ everyDays: INTERVALS.find((days) => String(days) === value) ?? null, putOffAt: null })
          }
          data={[
            { value: NEVER, label: CHECK_TEXTS.remindNever },
            ...INTERVALS.map((days) => ({ value: String(days), label: everyText(days) })),
          ]}
        />
      </div>
      <DisplayCheckDialog opened={isOpen} onClose={() => setOpen(false)} onChecked={() => change({ checkedAt: Date.now() })} />
    </section>
  );
}
