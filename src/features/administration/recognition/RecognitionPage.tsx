import { Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import type { RecognitionStatistics } from '#contract/installation.ts';
import { isNotForYou } from '#features/administration/not-for-you.ts';
import { NotForYou } from '#features/administration/NotForYou.tsx';
import { useRecognitionStatistics } from '#features/administration/overview/use-installation.ts';
import { TEXTS as ADMINISTRATION } from '#features/administration/texts.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { OneStates } from '#ui/lists/OneStates.tsx';
import { Page } from '#ui/Page.tsx';
import sections from '#ui/sections.module.css';
import { StackedBar } from '#ui/StackedBar.tsx';
import { CountsTable } from './CountsTable.tsx';
import classes from './Recognition.module.css';
import { certaintyText, TEXTS } from './texts.ts';

type Counts = RecognitionStatistics['total'];

/** ROUTE-051: how often recognition was right, as far as the stored series tell. */
export function RecognitionPage() {
  const statistics = useRecognitionStatistics();
  return (
    <Page
      title={TEXTS.title}
      breadcrumb={[
        <Link key="administration" to="/admin">
          {ADMINISTRATION.administration}
        </Link>,
      ]}
    >
      <p className={classes.note}>{TEXTS.note}</p>
      {isNotForYou(statistics.error) ? (
        <NotForYou />
      ) : (
        <OneStates
          query={statistics}
          isGone={statistics.data !== undefined && sizeOf(statistics.data.total) === 0}
          texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, statistics.error), notFound: TEXTS.empty, notFoundWhy: TEXTS.emptyWhy }}
        >
          {(found) => (found === undefined ? <Skeleton height={420} /> : <Statistics statistics={found} />)}
        </OneStates>
      )}
    </Page>
  );
}

function Statistics({ statistics: { total, by_month, by_modality, by_code } }: { statistics: RecognitionStatistics }) {
  return (
    <div className={sections.sections}>
      <StackedBar label={TEXTS.title} parts={partsOf(total)} />
      <CountsTable
        title={TEXTS.months}
        first={TEXTS.month}
        rows={by_month.map(({ month, ...counts }) => ({ name: monthText(month), parts: partsOf(counts), end: null }))}
      />
      <CountsTable
        title={TEXTS.modalities}
        first={TEXTS.modality}
        rows={by_modality.map(({ modality, ...counts }) => ({ name: modality, parts: partsOf(counts), end: null }))}
      />
      {by_code.length === 0 ? (
        <div className={sections.panel}>
          <EmptyState icon={IconChartBar} title={TEXTS.codes}>
            {TEXTS.noCodes}
          </EmptyState>
        </div>
      ) : (
        <CountsTable
          title={TEXTS.codes}
          first={TEXTS.code}
          last={TEXTS.certainty}
          rows={by_code.map(({ code, accepted, by_hand, mean_score }) => ({
            name: code,
            parts: partsOf({ accepted, by_hand, none: 0 }),
            end: certaintyText(mean_score),
          }))}
        />
      )}
    </div>
  );
}

const partsOf = ({ accepted, by_hand, none }: Counts) => [
  { name: TEXTS.accepted, count: accepted, colour: 'var(--ls-tone-sure)' },
  { name: TEXTS.byHand, count: by_hand, colour: 'var(--ls-tone-you)' },
  { name: TEXTS.none, count: none, colour: 'var(--ls-faint)' },
];

const sizeOf = ({ accepted, by_hand, none }: Counts): number => accepted + by_hand + none;

/** `2026-11` as `11.2026`. */
const monthText = (month: string): string => month.split('-').toReversed().join('.');
