import { IconClock } from '@tabler/icons-react';
import type { Series } from '#contract/study-detail.ts';
import { t } from '#language/t.ts';
import type { LesionCell, LesionRow } from '#model/lesions/follow-up-table.ts';
import { useMeasure } from '#features/annotator/measure/measure-context.tsx';
import { sliceOf } from '#features/annotator/measure/slice-place.ts';
import { sliceText } from '#features/annotator/texts.ts';
import { useOpenSeries, useWorkstation } from '#features/annotator/workstation.ts';
import listClasses from '#features/annotator/panel-list.module.css';
import { classNames } from '#ui/class-names.ts';
import { useFollowUp } from './follow-up-context.tsx';
import { FOLLOW_UP_TEXTS, mmText, NOT_MEASURED_TEXTS, percentText, STATE_TEXTS } from './follow-up-texts.ts';
import classes from './FollowUpPanel.module.css';
import { LesionDetail } from './LesionDetail.tsx';
import { showBeside } from './show-beside.ts';
import { shownColumns } from './shown-columns.ts';

interface LesionItemProps {
  row: LesionRow;
  series: readonly Series[];
}

/** A lesion with its diameters. A click shows what was measured now and before, side by side. */
export function LesionItem({ row, series }: LesionItemProps) {
  const { table, current, choose } = useFollowUp();
  const { store } = useMeasure();
  const workstation = useWorkstation();
  const { lesion, cells, sincePrior } = row;
  const isCurrent = lesion.uuid === current;
  const columns = shownColumns(table);
  const open = (cell: LesionCell | undefined) => {
    const measurement = cell?.measurement ?? null;
    return measurement !== null && series.some(({ uuid }) => uuid === measurement.series) ? measurement : null;
  };
  function show(): void {
    choose(lesion.uuid);
    const [now, prior] = [open(cells.at(-1)), open(cells.at(-2))];
    showBeside(workstation, { now, prior });
    store.choose((now ?? prior)?.uuid ?? null);
  }
  return (
    <li className={listClasses.row} data-current={isCurrent || undefined} data-lesion={lesion.uuid}>
      <button
        type="button"
        className={classNames(listClasses.choose, classes.choose)}
        data-columns={columns.length}
        aria-current={isCurrent || undefined}
        data-shows={[open(cells.at(-1)), open(cells.at(-2))].filter((each) => each !== null).length}
        onClick={show}
      >
        <span className={classes.name}>
          {lesion.number === null ? (
            <span role="img" aria-label={FOLLOW_UP_TEXTS.waits} title={FOLLOW_UP_TEXTS.waits}>
              <IconClock size={14} stroke={1.5} aria-hidden />
            </span>
          ) : (
            <span className={classes.dim}>{lesion.number}</span>
          )}
          <bdi className={classes.title}>{lesion.title}</bdi>
        </span>
        {columns.map((at) => (
          <Value key={at} cell={cells[at]!} isNow={at === cells.length - 1} isTarget={lesion.kind === 'target'} />
        ))}
        <span className={classes.about}>
          <Where cell={cells.at(-1)!} series={series} />
          {sincePrior !== null && (
            <span>
              {`${FOLLOW_UP_TEXTS.sincePrior} `}
              <b>{percentText(sincePrior)}</b>
            </span>
          )}
        </span>
      </button>
      {isCurrent && <LesionDetail row={row} />}
    </li>
  );
}

function Value({ cell, isNow, isTarget }: { cell: LesionCell; isNow: boolean; isTarget: boolean }) {
  const { mm, state, why } = cell;
  const isSaid = state !== null && (!isTarget || state === 'absent');
  const text = isSaid ? STATE_TEXTS[state] : mm === null ? '–' : mmText(mm);
  return (
    <span
      className={classes.value}
      data-now={isNow || undefined}
      data-missing={(mm === null && !isSaid) || undefined}
      title={why !== null && !isSaid ? NOT_MEASURED_TEXTS[why] : undefined}
    >
      {text}
    </span>
  );
}

function Where({ cell: { measurement, why, state }, series }: { cell: LesionCell; series: readonly Series[] }) {
  const open = useOpenSeries(measurement?.series ?? null);
  if (measurement === null) return <span>{why !== null && state === null ? NOT_MEASURED_TEXTS[why] : ''}</span>;
  const slices = open?.slices || series.find(({ uuid }) => uuid === measurement.series)?.reading?.facts?.slices;
  const slice = sliceOf(measurement, open) + 1;
  return <span>{t('slice {number}', { number: slices ? sliceText(slice, slices) : slice })}</span>;
}
