import { Link } from '@tanstack/react-router';
import type { Structure } from '#contract/structures.ts';
import { classNames } from '#ui/class-names.ts';
import link from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import { Swatch } from '#ui/Swatch.tsx';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import classes from './Structures.module.css';
import { codesText, originText, TEXTS } from './texts.ts';

/** A page of structures. `undefined` while loading, which shows a skeleton. */
export function StructuresTable({ structures, rows }: { structures: readonly Structure[] | undefined; rows: number }) {
  return (
    <div
      className={classNames(table.table, classes.structures)}
      data-list
      role="table"
      aria-label={TEXTS.structures}
      aria-busy={structures === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{TEXTS.columns.structure}</span>
        <span role="columnheader">{TEXTS.columns.category}</span>
        <span role="columnheader">{TEXTS.columns.codes}</span>
        <span role="columnheader">{TEXTS.columns.origin}</span>
      </div>
      {structures ? (
        structures.map((structure) => <StructureRow key={structure.id} structure={structure} />)
      ) : (
        <SkeletonRows
          rows={rows}
          cells={[
            { width: '50%' },
            { width: '60%', className: classes.wide },
            { width: '60%', className: classes.wide },
            { width: '60%', className: classes.wide },
          ]}
        />
      )}
    </div>
  );
}

function StructureRow({ structure }: { structure: Structure }) {
  const { id, title, color, category, codes } = structure;
  const coded = codesText(codes);
  return (
    <div className={classNames(table.row, link.row)} role="row" data-structure={structure.slug}>
      <div role="rowheader" className={classes.name}>
        <Swatch color={color} />
        <div className={classes.words}>
          <Link
            className={classNames(table.name, link.link, classes.title)}
            to="/structures/detail/$detail"
            params={{ detail: String(id) }}
          >
            <bdi>{title}</bdi>
          </Link>
          <span className={table.narrow}>{[category.title, coded].filter((part) => part !== '').join(' · ')}</span>
        </div>
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)}>
        {category.title}
      </div>
      <div role="cell" className={classNames(table.text, classes.wide, classes.dim)} title={coded}>
        {coded === '' ? TEXTS.noCodes : coded}
      </div>
      <div role="cell" className={classNames(table.text, classes.dim)}>
        {originText(structure)}
      </div>
    </div>
  );
}
