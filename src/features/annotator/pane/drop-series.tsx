import { IconSwitch2 } from '@tabler/icons-react';
import { useState, type DragEvent } from 'react';
import type { Series } from '#contract/study-detail.ts';
import { t } from '#language/t.ts';
import classes from './PaneView.module.css';

/** A pane as the place where a dragged series is dropped. `target`: the series that would be shown there; null: none is over it. */
export function useSeriesDrop(dragged: Series | null, onDrop: () => void) {
  const [isOver, setOver] = useState(false);
  return {
    target: isOver ? dragged : null,
    handlers: {
      onDragOver(event: DragEvent) {
        if (dragged === null) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault();
        setOver(false);
        if (dragged !== null) onDrop();
      },
    },
  };
}

/** What a drop would do. `instead`: the series that is shown there. */
export function DropHint({ target, instead = null }: { target: Series; instead?: string | null }) {
  return (
    <p className={classes.words} data-drop>
      <IconSwitch2 size={28} stroke={1.5} aria-hidden />
      <b>{t('Show {series} here', { series: target.acquisition_code ?? target.modalityCode })}</b>
      {instead !== null && <span>{t('in place of {series}', { series: instead })}</span>}
    </p>
  );
}
