import { Link } from '@tanstack/react-router';
import type { TransferFunction } from '#contract/transfer-functions.ts';
import { classNames } from '#ui/class-names.ts';
import link from '#ui/lists/row-link.module.css';
import table from '#ui/lists/table.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import { CurveStrip } from './CurveStrip.tsx';
import { defaultText, originText, rangeText, TEXTS } from './texts.ts';
import classes from './TransferFunctions.module.css';

const LOADING_ROWS = 7;

/** `undefined` while loading, which shows a skeleton. */
export function TransferFunctionsTable({ functions }: { functions: readonly TransferFunction[] | undefined }) {
  return (
    <div
      className={classNames(table.table, classes.list)}
      data-list
      role="table"
      aria-label={TEXTS.transferFunctions}
      aria-busy={functions === undefined}
    >
      <div className={table.head} role="row">
        <span role="columnheader">{TEXTS.columns.name}</span>
        <span role="columnheader">{TEXTS.columns.colours}</span>
        <span role="columnheader">{TEXTS.columns.values}</span>
        <span role="columnheader">{TEXTS.columns.default}</span>
        <span role="columnheader">{TEXTS.columns.origin}</span>
      </div>
      {functions ? (
        functions.map((each) => <Row key={each.id} of={each} />)
      ) : (
        <SkeletonRows rows={LOADING_ROWS} cells={[{ width: '50%' }, { width: '80%' }, { width: '60%', className: classes.wide }]} />
      )}
    </div>
  );
}

function Row({ of }: { of: TransferFunction }) {
  const { id, name, modality, points } = of;
  return (
    <div className={classNames(table.row, link.row)} role="row" data-function={name}>
      <div role="rowheader" className={classes.words}>
        <Link
          className={classNames(table.name, link.link, classes.title)}
          to="/transfer-functions/$id"
          params={{ id: String(id) } as never}
          title={name}
        >
          <bdi>{name}</bdi>
        </Link>
        <span className={table.narrow}>
          {[rangeText(of), modality !== null && defaultText(modality), originText(of)].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div role="cell">
        <CurveStrip points={points} />
      </div>
      <div role="cell" className={classNames(table.text, classes.wide, classes.figures)}>
        {rangeText(of)}
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)}>
        {modality ?? ''}
      </div>
      <div role="cell" className={classNames(table.text, classes.wide, classes.dim)}>
        {originText(of)}
      </div>
    </div>
  );
}
