import { VisuallyHidden } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconPencil } from '@tabler/icons-react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { SharedCategory } from '#contract/structures.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/format.ts';
import { ActionsMenu } from '#ui/lists/ActionsMenu.tsx';
import { NameCell } from '#ui/lists/NameCell.tsx';
import table from '#ui/lists/table.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import { BodyPartForm } from './BodyPartForm.tsx';
import classes from './Shared.module.css';
import { ShownState } from './ShownState.tsx';
import { actsOfText, hideBodyPartWhy, renameTitle, SHARED_TEXTS, structuresText, teamsText } from './texts.ts';
import { useHiding } from './use-hiding.ts';

/** `parts` is undefined while loading, which shows a skeleton. */
export function BodyPartsTable({ parts }: { parts: readonly SharedCategory[] | undefined }) {
  const { columns } = SHARED_TEXTS;
  return (
    <div
      className={classNames(table.table, classes.bodyParts)}
      data-list
      role="table"
      aria-label={SHARED_TEXTS.bodyParts}
      aria-busy={parts === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{columns.bodyPart}</span>
        {([columns.structures, columns.teams] as const).map((words) => (
          <span key={words} role="columnheader" className={classNames(table.end, classes.wide)}>
            {words}
          </span>
        ))}
        <span role="columnheader">{columns.state}</span>
        <span role="columnheader">
          <VisuallyHidden>{SHARED_TEXTS.actions}</VisuallyHidden>
        </span>
      </div>
      {parts ? (
        parts.map((part) => <BodyPartRow key={part.id} part={part} />)
      ) : (
        <SkeletonRows
          rows={20}
          cells={[{ width: '50%' }, { width: '60%', className: classes.wide }, { width: '60%', className: classes.wide }, { width: '60%' }]}
        />
      )}
    </div>
  );
}

function BodyPartRow({ part }: { part: SharedCategory }) {
  const { id, slug, title, structures, teams, hidden } = part;
  const { busy, act } = useHiding({
    ...{ title, why: hideBodyPartWhy(teams), isHidden: hidden },
    change: (isHidden) => () => callApi(CALLS.changeSharedCategory, { params: { id: String(id) }, body: { hidden: isHidden } }),
  });
  const rename = {
    icon: IconPencil,
    words: SHARED_TEXTS.rename,
    onAct: () => modals.open({ title: renameTitle(title), size: 'md', children: <BodyPartForm base={part} /> }),
  };
  return (
    <div className={table.row} role="row" data-body-part={slug}>
      <NameCell role="rowheader" name={title} below={slug}>
        <span className={table.narrow}>{[structuresText(structures), teamsText(teams)].join(' · ')}</span>
      </NameCell>
      <div role="cell" className={classNames(table.number, classes.wide)}>
        {formatCount(structures)}
      </div>
      <div role="cell" className={classNames(table.number, classes.wide)}>
        {formatCount(teams)}
      </div>
      <div role="cell">
        <ShownState isHidden={hidden} />
      </div>
      <div role="cell" className={table.actions}>
        <ActionsMenu label={actsOfText(title)} busy={busy} actions={[rename, act]} />
      </div>
    </div>
  );
}
