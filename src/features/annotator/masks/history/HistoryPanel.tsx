import { Button } from '@mantine/core';
import { useState } from 'react';
import { statusText } from '#features/annotator/masks/mask-texts.ts';
import { useMask, useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import { EarlierButton } from './EarlierButton.tsx';
import { HISTORY_TEXTS } from './history-texts.ts';
import classes from './HistoryPanel.module.css';
import { HistoryRow } from './HistoryRow.tsx';
import { useHistory } from './use-history.ts';

const AT_ONCE = 50;

/** What was done to the open segmentation, newest first, and how it was before (design.md §19). */
export function HistoryPanel() {
  const { segmentation } = useMaskPanel();
  const status = useMask((state) => state.status);
  if (segmentation === null || status !== 'open') return <p className={classes.note}>{statusText(status) ?? HISTORY_TEXTS.notOpen}</p>;
  return <Actions key={segmentation.uuid} />;
}

function Actions() {
  const [most, setMost] = useState(AT_ONCE);
  const { history, isFailed, readAt } = useHistory(most);
  const [chosen, setChosen] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const isEmpty = history !== null && history.actions.length === 0;
  return (
    <div className={classes.panel}>
      <EarlierButton />
      <p className={classes.note} role="status">
        {isFailed ? HISTORY_TEXTS.failed : (said ?? (isEmpty ? HISTORY_TEXTS.empty : ''))}
      </p>
      <ol className={classes.rows} aria-label={HISTORY_TEXTS.list}>
        {history?.actions.map((one) => (
          <HistoryRow
            key={one.action}
            action={one}
            now={readAt}
            isChosen={one.action === chosen}
            onChoose={() => setChosen(one.action === chosen ? null : one.action)}
            onSaid={setSaid}
          />
        ))}
      </ol>
      {history?.hasMore && (
        <Button className={classes.more ?? ''} size="xs" variant="default" onClick={() => setMost(most + AT_ONCE)}>
          {HISTORY_TEXTS.more}
        </Button>
      )}
    </div>
  );
}
