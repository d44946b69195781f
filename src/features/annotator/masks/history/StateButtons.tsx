import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { nameOf } from '#features/annotator/masks/mask-texts.ts';
import { useMask } from '#features/annotator/masks/masks-context.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import type { EarlierState } from '#workers/masks/types.ts';
import { HISTORY_TEXTS, notShownText, restoredText } from './history-texts.ts';
import classes from './HistoryPanel.module.css';

interface StateButtonsProps {
  state: EarlierState;
  /** When it was, and what it is called. */
  title: string;
  onSaid: (words: string | null) => void;
  /** More that can be done with it. */
  children?: ReactNode;
}

/** Looks at an earlier state, or restores it. */
export function StateButtons({ state, title, onSaid, children }: StateButtonsProps) {
  const { masks } = useWorkstation();
  const mayEdit = useMask((known) => known.mayEdit);
  const segments = useMask((known) => known.segments);
  const segmentName = (uuid: string): string => nameOf(segments.find((one) => one.uuid === uuid)?.title ?? null);

  async function look() {
    const answer = await masks.showEarlier({ state, title });
    onSaid(answer.ok ? null : notShownText(answer.why));
  }

  async function restore() {
    onSaid(restoredText(await masks.restore(state), segmentName));
  }

  function carryOut(act: () => Promise<void>) {
    act().catch((error: unknown) => {
      reportError(error);
      onSaid(HISTORY_TEXTS.failed);
    });
  }

  return (
    <div className={classes.buttons}>
      <Button size="xs" variant="default" onClick={() => carryOut(look)}>
        {HISTORY_TEXTS.look}
      </Button>
      {mayEdit && (
        <Button size="xs" variant="default" onClick={() => carryOut(restore)}>
          {HISTORY_TEXTS.restore}
        </Button>
      )}
      {children}
    </div>
  );
}
