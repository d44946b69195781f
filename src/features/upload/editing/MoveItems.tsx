import { Menu } from '@mantine/core';
import { t } from '#language/t.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import classes from './MoveItems.module.css';
import type { MoveTarget } from './move-targets.ts';
import { shownNameText, TEXTS } from '#features/upload/texts.ts';

/** The studies that the series can be moved to, each with the number of series. */
export function MoveItems({ targets, onMove }: { targets: readonly MoveTarget[]; onMove: (target: MoveTarget) => void }) {
  return (
    <>
      <Menu.Label>{TEXTS.moveToStudy}</Menu.Label>
      {targets.length === 0 && <Menu.Item disabled>{TEXTS.noTarget}</Menu.Item>}
      {targets.map((target) => (
        <Menu.Item
          key={target.studyId}
          leftSection={<CodeChip code={target.modality} name={t('Modality')} />}
          rightSection={
            <span className={classes.count}>
              {t('{count, plural, one {# series} other {# series}}', { count: target.seriesIds.length })}
            </span>
          }
          onClick={() => onMove(target)}
        >
          <bdi className={classes.name}>{shownNameText(target.patientName)}</bdi>
        </Menu.Item>
      ))}
    </>
  );
}
