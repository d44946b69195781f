import { Button } from '@mantine/core';
import { useState } from 'react';
import { statusText } from '#features/annotator/masks/mask-texts.ts';
import { useMask, useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import { EarlierButton } from './EarlierButton.tsx';
import { HISTORY_TEXTS } from './history-texts.ts';
import classes from './HistoryPanel.module.css';
import { historyItems } from './history-items.ts';
import { HistoryRow } from './HistoryRow.tsx';
import { RevisionRow } from './RevisionRow.tsx';
import { useHistory } from './use-history.ts';
import { useRevisions } from './use-revisions.ts';

const AT_ONCE = 50;

/** What was done to the open segmentation, newest first, and how it was before (design.md §19). */
export function HistoryPanel({ study }: { study: string }) {
  const { segmentation } = useMaskPanel();
  const status = useMask((state) => state.status);
  if (segmentation === null || status !== 'open') return <p className={classes.note}>{statusText(status) ?? HISTORY_TEXTS.notOpen}</p>;
  return <Actions key={segmentation.uuid} study={study} segmentation={segmentation.uuid} />;
}

function Actions({ study, segmentation }: { study: string; segmentation: string }) {
  const [most, setMost] = useState(AT_ONCE);
  const { history, isFailed, readAt } = useHistory(most);
  const revisions = useRevisions(study, segmentation);
  const [chosen, setChosen] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const items = history === null ? [] : historyItems(history, revisions.list ?? []);
  const isEmpty = history !== null && history.actions.length === 0;
  return (
    <div className={classes.panel}>
      <span className={classes.back}>
        <EarlierButton />
      </span>
      <p className={classes.note} role="status">
        {isFailed ? HISTORY_TEXTS.failed : (said ?? (isEmpty ? HISTORY_TEXTS.empty : ''))}
      </p>
      <ol className={classes.rows} aria-label={HISTORY_TEXTS.list}>
        {items.map((item) => {
          const key = 'action' in item ? item.action.action : item.revision.uuid;
          const row = {
            ...{ now: readAt, isChosen: key === chosen, onSaid: setSaid, revisions },
            onChoose: () => {
              setSaid(null);
              setChosen(key === chosen ? null : key);
            },
          };
          return 'action' in item ? (
            <HistoryRow key={key} action={item.action} {...row} />
          ) : (
            <RevisionRow key={key} revision={item.revision} {...row} />
          );
        })}
      </ol>
      {history?.hasMore && (
        <Button className={classes.more ?? ''} size="xs" variant="default" onClick={() => setMost(most + AT_ONCE)}>
          {HISTORY_TEXTS.more}
        </Button>
      )}
    </div>
  );
}
