import { VisuallyHidden } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { SharedStructure } from '#contract/structures.ts';
import structure from '#features/structures/Structures.module.css';
import { codesText, TEXTS } from '#features/structures/texts.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/format.ts';
import { ActionsMenu } from '#ui/lists/ActionsMenu.tsx';
import link from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import { Swatch } from '#ui/Swatch.tsx';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import classes from './Shared.module.css';
import { ShownState } from './ShownState.tsx';
import { actsOfText, hideStructureWhy, SHARED_TEXTS, teamsText } from './texts.ts';
import { useHiding } from './use-hiding.ts';

const EDIT = '/admin/structures-x/$detail/edit';

/** A page of structures of all teams. `undefined` while loading, which shows a skeleton. */
export function SharedStructuresTable({ structures, rows }: { structures: readonly SharedStructure[] | undefined; rows: number }) {
  const { columns } = SHARED_TEXTS;
  return (
    <div
      className={classNames(table.table, classes.structures)}
      data-list
      role="table"
      aria-label={SHARED_TEXTS.title}
      aria-busy={structures === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.structure}</span>
        <span role="columnheader" className={classes.wide}>
          {columns.bodyPart}
        </span>
        <span role="columnheader" className={classes.wide}>
          {columns.codes}
        </span>
        <span role="columnheader" className={classNames(table.end, classes.wide)}>
          {columns.teams}
        </span>
        <span role="columnheader">{columns.state}</span>
        <span role="columnheader">
          <VisuallyHidden>{SHARED_TEXTS.actions}</VisuallyHidden>
        </span>
      </div>
      {structures ? (
        structures.map((each) => <SharedRow key={each.id} structure={each} />)
      ) : (
        <SkeletonRows
          rows={rows}
          cells={[
            { width: '50%' },
            { width: '60%', className: classes.wide },
            { width: '60%', className: classes.wide },
            { width: '60%', className: classes.wide },
            { width: '60%' },
          ]}
        />
      )}
    </div>
  );
}

function SharedRow({ structure: { id, slug, title, color, category, codes, teams, hidden } }: { structure: SharedStructure }) {
  const navigate = useNavigate();
  const coded = codesText(codes);
  const { busy, act } = useHiding({
    ...{ title, why: hideStructureWhy(teams), isHidden: hidden },
    change: (isHidden) => () => callApi(CALLS.changeSharedStructure, { params: { id: String(id) }, body: { hidden: isHidden } }),
  });
  const edit = {
    icon: IconPencil,
    words: SHARED_TEXTS.edit,
    onAct: () => void navigate({ to: EDIT, params: { detail: String(id) } }),
  };
  return (
    <div className={classNames(table.row, link.row)} role="row" data-structure={slug}>
      <div role="rowheader" className={structure.name}>
        <Swatch color={color} />
        <div className={structure.words}>
          <Link className={classNames(table.name, link.link, structure.title)} to={EDIT} params={{ detail: String(id) }}>
            <bdi>{title}</bdi>
          </Link>
          <span className={table.narrow}>{[category.title, teamsText(teams)].join(' · ')}</span>
        </div>
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)}>
        {category.title}
      </div>
      <div role="cell" className={classNames(table.text, classes.wide, structure.dim)} title={coded}>
        {coded === '' ? TEXTS.noCodes : coded}
      </div>
      <div role="cell" className={classNames(table.number, classes.wide)}>
        {formatCount(teams)}
      </div>
      <div role="cell">
        <ShownState isHidden={hidden} />
      </div>
      <div role="cell" className={table.actions}>
        <ActionsMenu label={actsOfText(title)} busy={busy} actions={[edit, act]} />
      </div>
    </div>
  );
}
