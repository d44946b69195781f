import { Button } from '@mantine/core';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import type { InferBatch } from '#contract/ai/inferences.ts';
import { classNames } from '#ui/class-names.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import link from '#ui/lists/row-link.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import table from '#ui/lists/table.module.css';
import { Status } from '#ui/status/Status.tsx';
import { BatchBar } from './BatchBar.tsx';
import { batchStatus, totalOf } from './batch-figures.ts';
import { BatchPage } from './BatchPage.tsx';
import type { Thumbnail } from './choose-studies.ts';
import { InfersCrumb } from './Crumbs.tsx';
import classes from './Infers.module.css';
import { doneOfText, modelText, TEXTS, whenText } from './texts.ts';
import { useBatches } from './use-infers.ts';

/** ROUTE-047: models that run on many studies, or the one in the query. */
export function BatchesPage({ thumbnail }: { thumbnail: Thumbnail }) {
  const { batch } = useSearch({ strict: false }) as { batch?: unknown };
  return typeof batch === 'string' ? <BatchPage key={batch} uuid={batch} thumbnail={thumbnail} /> : <Batches />;
}

function Batches() {
  const batches = useBatches();
  const create = (
    <Button component={Link} to="/ai-infers/create" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}>
      {TEXTS.newBatch}
    </Button>
  );
  return (
    <ListPage
      title={TEXTS.batches}
      breadcrumb={[<InfersCrumb key="infers" />]}
      actions={batches.data?.data.length !== 0 && create}
      list={batches}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.batchesFailed, batches.error) }}
      empty={{ icon: IconStack2, title: TEXTS.noBatches, why: TEXTS.noBatchesWhy, action: create }}
    >
      {(rows) => (
        <div
          className={classNames(table.table, classes.batches)}
          data-list
          role="table"
          aria-label={TEXTS.batches}
          aria-busy={rows === undefined}
        >
          <div className={table.head} role="row">
            {Object.values(TEXTS.batchColumns).map((name) => (
              <span key={name} role="columnheader">
                {name}
              </span>
            ))}
          </div>
          {rows === undefined ? (
            <SkeletonRows
              rows={5}
              cells={[
                { width: '60%' },
                { width: '60%', className: classes.wide },
                { width: '80%' },
                { width: '70%', className: classes.wide },
                { width: '70%', className: classes.wide },
              ]}
            />
          ) : (
            rows.map((batch) => <BatchRow key={batch.uuid} batch={batch} />)
          )}
        </div>
      )}
    </ListPage>
  );
}

function BatchRow({ batch }: { batch: InferBatch }) {
  const { uuid, title, model, counts, created_at: created, created_by: by } = batch;
  return (
    <div className={classNames(table.row, link.row)} role="row" data-batch={uuid}>
      <div role="rowheader" className={classes.words}>
        <Link className={classNames(table.name, link.link)} to="/admin/batch-infer" search={{ batch: uuid } as never}>
          <bdi>{title}</bdi>
        </Link>
        <span className={classes.below}>{by}</span>
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)}>
        <bdi>{modelText(model)}</bdi>
      </div>
      <div role="cell">
        <span className={classes.dim}>{doneOfText(counts.done + counts.failed, totalOf(counts))}</span>
        <BatchBar counts={counts} label={title} />
      </div>
      <div role="cell" className={classNames(table.time, classes.wide)}>
        {whenText(created)}
      </div>
      <div role="cell" className={classes.wide}>
        <Status word={batchStatus(batch)} />
      </div>
    </div>
  );
}
