import { VisuallyHidden } from '@mantine/core';
import classes from './SendingTable.module.css';
import { t } from '#language/t.ts';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { isLongList } from '#features/upload/long-list.ts';
import { SendingStudy } from './SendingStudy.tsx';
import { TEXTS } from '#features/upload/texts.ts';

/** Every study and series being sent, with its progress. */
export function SendingTable({ studies, folded }: { studies: readonly StudyView[]; folded: boolean }) {
  const isLong = isLongList(studies);
  return (
    <div className={classes.table} role="table" aria-label={t('Studies and series on their way')}>
      <div className={classes.head} role="row">
        <span role="columnheader" className={classes.headName}>
          {t('Study and series')}
        </span>
        <span role="columnheader">{TEXTS.columns.progress}</span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.sent}</VisuallyHidden>
        </span>
        <span role="columnheader">{TEXTS.columns.status}</span>
        <span role="columnheader">
          <VisuallyHidden>{TEXTS.columns.passage}</VisuallyHidden>
        </span>
      </div>
      {studies
        .filter((study) => study.upload !== false)
        .map((study) => (
          <SendingStudy key={study.id} study={study} folded={folded} isLong={isLong} />
        ))}
    </div>
  );
}
