import { Link } from '@tanstack/react-router';
import type { AiModel } from '#contract/ai/models.ts';
import { t } from '#language/t.ts';
import { classNames } from '#ui/class-names.ts';
import link from '#ui/lists/row-link.module.css';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import table from '#ui/lists/table.module.css';
import { Status } from '#ui/status/Status.tsx';
import classes from './Models.module.css';
import { diceText, TEXTS, versionText } from './texts.ts';

/** `undefined` while loading, which shows a skeleton. */
export function ModelsTable({ models }: { models: readonly AiModel[] | undefined }) {
  return (
    <div
      className={classNames(table.table, classes.models)}
      data-list
      role="table"
      aria-label={TEXTS.models}
      aria-busy={models === undefined}
    >
      <div className={table.head} role="row">
        {Object.entries(TEXTS.columns).map(([key, name]) => (
          <span key={key} role="columnheader" className={key === 'dice' ? table.end : undefined}>
            {name}
          </span>
        ))}
      </div>
      {models === undefined ? (
        <SkeletonRows
          rows={6}
          cells={[
            { width: '56%' },
            { width: '60%', className: classes.wide },
            { width: '40%', className: classes.wide },
            { width: '40%', className: classes.wide },
            { width: '70%', className: classes.wide },
          ]}
        />
      ) : (
        models.map((model) => <ModelRow key={model.id} model={model} />)
      )}
    </div>
  );
}

function ModelRow({ model: { id, name, code, structure_name: structure, last_number: last, promoted, dice } }: { model: AiModel }) {
  const version = last === 0 ? TEXTS.noVersion : versionText(promoted?.number ?? last);
  return (
    <div className={classNames(table.row, link.row)} role="row" data-model={id}>
      <div role="rowheader" className={classes.words}>
        <Link className={classNames(table.name, link.link)} to="/ai2-model/$id" params={{ id: String(id) } as never}>
          <bdi>{name}</bdi>
        </Link>
        <span className={classes.below}>{code}</span>
        <span className={table.narrow}>
          {[structure, dice === null ? TEXTS.notMeasured : t('Dice {dice}', { dice: diceText(dice) }), version, promoted && TEXTS.promoted]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)}>
        <bdi>{structure}</bdi>
      </div>
      <div role="cell" className={classNames(table.number, classes.wide)}>
        {dice === null ? <span title={TEXTS.notMeasured}>–</span> : diceText(dice)}
      </div>
      <div role="cell" className={classNames(table.text, classes.wide)}>
        {version}
      </div>
      <div role="cell" className={classes.wide}>
        {promoted === null ? <span className={classes.dim}>{TEXTS.notPromoted}</span> : <Status word="promoted" />}
      </div>
    </div>
  );
}
