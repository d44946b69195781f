import { Skeleton } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import type { AiInfer, InferBatch } from '#contract/ai/inferences.ts';
import { batchSecondsLeft } from '#model/ai/time-left.ts';
import { formatCount, formatDuration } from '#ui/format.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import listPage from '#ui/lists/list-page.module.css';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { OneStates } from '#ui/lists/OneStates.tsx';
import { Pager } from '#ui/lists/Pager.tsx';
import { NotForDiagnosis } from '#ui/status/NotForDiagnosis.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Status } from '#ui/status/Status.tsx';
import { Figure, Figures } from '#ui/upload/Figure.tsx';
import type { Session } from '#model/session.ts';
import { BatchBar } from './BatchBar.tsx';
import { batchStatus, totalOf } from './batch-figures.ts';
import { BatchMoves } from './BatchMoves.tsx';
import type { Thumbnail } from './choose-studies.ts';
import { BatchesCrumb } from './Crumbs.tsx';
import classes from './Infers.module.css';
import { parseInfersAddress } from './infers-address.ts';
import { InfersTable } from './InfersTable.tsx';
import { RetryFailed } from './RetryFailed.tsx';
import { StateTabs } from './StateTabs.tsx';
import { batchHeadText, doneAboutText, finishedText, modelText, qualityText, TEXTS, workersText } from './texts.ts';
import { useBatches, useInfers } from './use-infers.ts';

/** One model on many studies: how far it is, and each of its inferences. */
export function BatchPage({ uuid, thumbnail }: { uuid: string; thumbnail: Thumbnail }) {
  const batches = useBatches();
  const batch = batches.data?.data.find((each) => each.uuid === uuid);
  return (
    <Page
      title={batch === undefined ? TEXTS.batch : batchHeadText(batch, totalOf(batch.counts))}
      breadcrumb={[<BatchesCrumb key="batches" />]}
      aside={
        batch && (
          <span className={classes.aside}>
            <Status word={batchStatus(batch)} />
          </span>
        )
      }
      actions={
        batch && (
          <span className={classes.aside}>
            <BatchMoves batch={batch} />
          </span>
        )
      }
    >
      <OneStates
        query={{ ...batches, data: batch }}
        isGone={batches.data !== undefined && batch === undefined}
        texts={{
          ...{ ...TEXTS, failed: withStatus(TEXTS.batchesFailed, batches.error) },
          ...{ notFound: TEXTS.batchNotFound, notFoundWhy: TEXTS.batchNotFoundWhy },
        }}
      >
        {(found) => (found === undefined ? <Skeleton height={480} /> : <OneBatch batch={found} thumbnail={thumbnail} />)}
      </OneStates>
    </Page>
  );
}

function OneBatch({ batch, thumbnail }: { batch: InferBatch; thumbnail: Thumbnail }) {
  const { serverReachable } = useSession<Session>();
  const address = parseInfersAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  const infers = useInfers({ ...address, model: null }, batch.uuid);
  const { data } = infers;
  return (
    <div className={classes.page}>
      <span className={classes.phoneState}>
        <Status word={batchStatus(batch)} />
        <BatchMoves batch={batch} />
      </span>
      <BatchFigures batch={batch} infers={data?.data ?? []} now={infers.dataUpdatedAt} />
      <div className={classes.bar}>
        <StateTabs counts={data?.counts ?? batch.counts} chosen={address.state} />
        <span className={classes.end}>
          <RetryFailed batch={batch} />
          {data && (
            <Pager
              page={data.current_page}
              perPage={data.per_page}
              total={data.total}
              onPage={(page) =>
                void navigate({
                  to: '.',
                  search: ((before: Record<string, unknown>) => ({ ...before, page: page > 1 ? page : undefined })) as never,
                })
              }
            />
          )}
        </span>
      </div>
      <ListStates
        list={infers}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, infers.error) }}
        empty={
          <div className={listPage.panel}>
            <EmptyState icon={IconSparkles} title={TEXTS.nothingFound} />
          </div>
        }
      >
        {(rows) => <InfersTable infers={rows} thumbnail={thumbnail} />}
      </ListStates>
      <NotForDiagnosis>{TEXTS.notDiagnosis}</NotForDiagnosis>
    </div>
  );
}

interface BatchFiguresProps {
  batch: InferBatch;
  /** Those on screen, from which the time of one is taken. */
  infers: readonly AiInfer[];
  now: number;
}

function BatchFigures({ batch, infers, now }: BatchFiguresProps) {
  const { counts, model } = batch;
  const total = totalOf(counts);
  const done = infers.filter(({ state }) => state === 'done');
  const left = batchStatus(batch) === 'running' ? batchSecondsLeft(counts, done) : null;
  const workers = [...new Set(infers.flatMap(({ state, worker }) => (state === 'running' && worker !== null ? [worker] : [])))];
  return (
    <Figures>
      <Figure
        name={TEXTS.studies}
        value={
          <>
            <strong>{formatCount(counts.done + counts.failed)}</strong> {finishedText(total)}
          </>
        }
      >
        <BatchBar counts={counts} label={TEXTS.studies} thick />
      </Figure>
      <Figure
        name={TEXTS.timeLeft}
        value={<strong>{left === null ? TEXTS.none : formatDuration(left)}</strong>}
        note={left === null ? undefined : doneAboutText(left, now)}
      />
      <Figure name={TEXTS.running} value={<strong>{formatCount(counts.running)}</strong>} note={workersText(workers)} />
      <Figure name={TEXTS.model} value={<strong>{modelText(model)}</strong>} note={qualityText(model)} />
    </Figures>
  );
}
