import { Button } from '@mantine/core';
import { IconPlus, IconRoute, IconTemplate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import type { Pipeline } from '#contract/catalogues.ts';
import { classNames } from '#ui/class-names.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import link from '#ui/lists/row-link.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import table from '#ui/lists/table.module.css';
import classes from './Pipelines.module.css';
import { TEXTS } from './texts.ts';
import { usePipelines } from './use-pipelines.ts';

/** ROUTE-021: the pipelines of the team. */
export function PipelinesPage() {
  const pipelines = usePipelines();
  const create = (
    <Button component={Link} to="/pipeline/create" leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}>
      {TEXTS.newPipeline}
    </Button>
  );
  return (
    <ListPage
      title={TEXTS.pipelines}
      actions={
        <>
          <Button
            component={Link}
            to="/pipeline-blueprint"
            variant="default"
            visibleFrom="sm"
            leftSection={<IconTemplate size={16} stroke={1.5} aria-hidden />}
          >
            {TEXTS.blueprints}
          </Button>
          {pipelines.data?.data.length !== 0 && create}
        </>
      }
      // The header of a phone has no room for it.
      above={
        <Button component={Link} to="/pipeline-blueprint" variant="subtle" hiddenFrom="sm">
          {TEXTS.blueprints}
        </Button>
      }
      list={pipelines}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, pipelines.error) }}
      empty={{ icon: IconRoute, title: TEXTS.empty, why: TEXTS.emptyWhy, action: create }}
    >
      {(rows) => <PipelinesTable pipelines={rows} />}
    </ListPage>
  );
}

function PipelinesTable({ pipelines }: { pipelines: readonly Pipeline[] | undefined }) {
  return (
    <div
      className={classNames(table.table, classes.pipelines)}
      data-list
      role="table"
      aria-label={TEXTS.pipelines}
      aria-busy={pipelines === undefined}
    >
      <div className={table.head} role="row">
        {Object.values(TEXTS.columns).map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      {pipelines === undefined ? (
        <SkeletonRows rows={4} cells={[{ width: '60%' }, { width: '40%' }, { width: '70%', className: classes.wide }]} />
      ) : (
        pipelines.map(({ id, name, code, modality_code: modality, acquisitions }) => (
          <div key={id} className={classNames(table.row, link.row)} role="row" data-pipeline={id}>
            <div role="rowheader" className={classes.words}>
              <Link className={classNames(table.name, link.link)} to="/pipeline/$id" params={{ id: String(id) } as never}>
                <bdi>{name}</bdi>
              </Link>
              <span className={classes.below}>{code}</span>
            </div>
            <div role="cell">
              <CodeChip code={modality} name={modality} />
            </div>
            <div role="cell" className={classNames(table.text, classes.wide)}>
              {acquisitions.map((each) => each.code).join(', ') || TEXTS.none}
            </div>
          </div>
        ))
      )}
    </div>
  );
}
