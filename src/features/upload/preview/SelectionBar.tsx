import { Button, Checkbox, Menu } from '@mantine/core';
import { IconArrowRightToArc } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { Legend } from './Legend.tsx';
import { MoveItems } from '#features/upload/editing/MoveItems.tsx';
import { moveTargets } from '#features/upload/editing/move-targets.ts';
import classes from './SelectionBar.module.css';
import { selectedText, TEXTS } from '#features/upload/texts.ts';
import { wholeSelection, type UploadSummary } from '#features/upload/upload-summary.ts';
import type { EditActions } from '#features/upload/editing/use-edit-actions.ts';

interface SelectionBarProps {
  studies: readonly StudyView[];
  summary: UploadSummary;
  actions: EditActions;
  withLegend: boolean;
  onSelectAll: (upload: boolean) => void;
  /** The progress of the reading. */
  reading: ReactNode;
  /** At its end, if the configure column is not visible. */
  children?: ReactNode;
}

/** Above the list: the total selection, and its actions. */
export function SelectionBar({ studies, summary, actions, withLegend, onSelectAll, reading, children }: SelectionBarProps) {
  const whole = wholeSelection(summary);
  const targets = moveTargets(studies);
  return (
    <div className={classes.bar}>
      <Checkbox
        label={<span className={classes.selected}>{selectedText(summary.selectedSeries, summary.series)}</span>}
        aria-label={TEXTS.selectAll}
        checked={whole === true}
        indeterminate={whole === 'indeterminate'}
        onChange={() => onSelectAll(whole === false)}
      />
      {studies.length > 1 && (
        <Menu position="bottom-start" shadow="lg" width="max-content" returnFocus>
          <Menu.Target>
            <Button
              variant="default"
              className={classes.move ?? ''}
              classNames={{ label: classes.word ?? '' }}
              aria-label={TEXTS.moveToStudy}
              disabled={targets.length === 0}
              title={targets.length === 0 ? TEXTS.noTarget : TEXTS.moveToStudy}
            >
              <IconArrowRightToArc size={16} stroke={1.5} aria-hidden />
              <span className={classes.words}>{TEXTS.moveToStudy}</span>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <MoveItems targets={targets} onMove={actions.move} />
          </Menu.Dropdown>
        </Menu>
      )}
      {withLegend && <Legend />}
      <div className={classes.reading}>{reading}</div>
      {children !== undefined && children !== false && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
