import { Button, Skeleton } from '@mantine/core';
import { IconPlus, IconTimeline } from '@tabler/icons-react';
import { useState } from 'react';
import type { LesionKind } from '#contract/lesions.ts';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { useSession } from '#ui/session-context.tsx';
import listClasses from '#features/annotator/panel-list.module.css';
import { BaselineChoice } from './BaselineChoice.tsx';
import { ExportFollowUp } from './ExportFollowUp.tsx';
import { useFollowUp } from './follow-up-context.tsx';
import { FOLLOW_UP_TEXTS, KIND_HEADINGS, mmText, shortDateText } from './follow-up-texts.ts';
import classes from './FollowUpPanel.module.css';
import { FollowUpFacts } from './FollowUpFacts.tsx';
import { LesionItem } from './LesionItem.tsx';
import { NewLesion } from './NewLesion.tsx';
import { ResponseBox } from './ResponseBox.tsx';
import { shownColumns } from './shown-columns.ts';

interface FollowUpPanelProps {
  study: StudyDetail;
  /** Of all studies that are open. */
  series: readonly Series[];
}

/** The lesions of the patient by the dates of the studies, their sum, and the response (design.md §19, picture 43). */
export function FollowUpPanel({ study, series }: FollowUpPanelProps) {
  const { table } = useFollowUp();
  const [isAdding, setAdding] = useState(false);
  const { targets, nonTargets, news } = table;
  const count = targets.length + nonTargets.length + news.length;
  return (
    <section className={listClasses.panel} aria-label={FOLLOW_UP_TEXTS.panel}>
      <div className={listClasses.scrolled}>
        <div className={classes.head}>
          <h2 className={classes.heading}>
            {KIND_HEADINGS.target} <span className={classes.dim}>{targets.length}</span>
          </h2>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={FOLLOW_UP_TEXTS.addLong}
            aria-expanded={isAdding}
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
            onClick={() => setAdding(!isAdding)}
          >
            {FOLLOW_UP_TEXTS.add}
          </Button>
        </div>
        {isAdding && <NewLesion onDone={() => setAdding(false)} />}
        {count === 0 ? (
          <NoLesions />
        ) : (
          <>
            <Lesions kind="target" series={series} />
            <Sums />
            <Lesions kind="non-target" series={series} />
            <Lesions kind="new" series={series} />
            <BaselineChoice />
            <FollowUpFacts series={series} />
            <ResponseBox />
          </>
        )}
      </div>
      {count > 0 && <ExportFollowUp study={study} />}
    </section>
  );
}

const ROWS = { target: 'targets', 'non-target': 'nonTargets', new: 'news' } as const;

function Lesions({ kind, series }: { kind: LesionKind; series: readonly Series[] }) {
  const { table } = useFollowUp();
  const rows = table[ROWS[kind]];
  const columns = shownColumns(table);
  if (rows.length === 0) return null;
  return (
    <>
      {kind !== 'target' && (
        <h2 className={classes.under}>
          {KIND_HEADINGS[kind]} <span className={classes.dim}>{rows.length}</span>
        </h2>
      )}
      {kind === 'target' && (
        <div className={classes.dates} data-columns={columns.length}>
          <span>{FOLLOW_UP_TEXTS.unit}</span>
          {columns.map((at) => (
            <span key={at} className={classes.value}>
              {shortDateText(table.columns[at]!.studyDate)}
            </span>
          ))}
        </div>
      )}
      <ul className={listClasses.rows} aria-label={KIND_HEADINGS[kind]}>
        {rows.map((row) => (
          <LesionItem key={row.lesion.uuid} row={row} series={series} />
        ))}
      </ul>
    </>
  );
}

function Sums() {
  const { table } = useFollowUp();
  const { sums, targets } = table;
  const columns = shownColumns(table);
  if (targets.length === 0) return null;
  return (
    <div className={classes.sum} data-columns={columns.length} role="group" aria-label={FOLLOW_UP_TEXTS.sum}>
      <b>{FOLLOW_UP_TEXTS.sum}</b>
      {columns.map((at) => {
        const sum = sums[at] ?? null;
        return (
          <span key={at} className={classes.value} data-now={at === sums.length - 1 || undefined}>
            {sum === null ? '–' : mmText(sum)}
          </span>
        );
      })}
    </div>
  );
}

function NoLesions() {
  const { serverReachable } = useSession<Session>();
  const { error, isLoading, isFetching, refetch } = useFollowUp();
  if (isLoading && serverReachable)
    return <Skeleton className={listClasses.loading ?? ''} role="status" aria-busy aria-label={FOLLOW_UP_TEXTS.loading} />;
  if (error !== null || isLoading)
    return (
      <ErrorState
        title={serverReachable ? FOLLOW_UP_TEXTS.failed : FOLLOW_UP_TEXTS.offline}
        offline={!serverReachable}
        retrying={isFetching}
        onRetry={refetch}
      >
        {serverReachable ? FOLLOW_UP_TEXTS.failedWhy : FOLLOW_UP_TEXTS.offlineWhy}
      </ErrorState>
    );
  return (
    <EmptyState icon={IconTimeline} title={FOLLOW_UP_TEXTS.none}>
      {FOLLOW_UP_TEXTS.noneWhy}
    </EmptyState>
  );
}
