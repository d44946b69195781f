import { VisuallyHidden } from '@mantine/core';
import { inContext, t } from '#language/t.ts';
import classes from './SeriesHead.module.css';
import { TEXTS } from '#features/upload/texts.ts';
import { useHasAcquisitions } from '#features/upload/configuration/use-team-settings.ts';
import { useLabelsAndProjects } from '#features/upload/configuration/labels-and-projects-context.ts';

/** The column names of `SeriesRow`, on its grid; visible, or only for screen readers. */
export function SeriesHead({ inSight }: { inSight: boolean }) {
  const { hasProjects } = useLabelsAndProjects();
  const hasAcquisitions = useHasAcquisitions();
  return (
    <div className={classes.head} role="row" data-heard={!inSight || undefined}>
      <span role="columnheader">
        <VisuallyHidden>{inContext('verb', 'Upload')}</VisuallyHidden>
      </span>
      <span role="columnheader">
        <VisuallyHidden>{t('Preview')}</VisuallyHidden>
      </span>
      <span role="columnheader" className={classes.number}>
        {TEXTS.columns.number}
      </span>
      <span role="columnheader">{TEXTS.columns.series}</span>
      <div className={classes.choices}>
        {hasAcquisitions && (
          <span role="columnheader" className={classes.acquisition}>
            {TEXTS.columns.acquisition}
          </span>
        )}
        {hasProjects && (
          <span role="columnheader" className={classes.project}>
            {TEXTS.columns.project}
          </span>
        )}
      </div>
      <span role="columnheader" className={classes.middle} aria-label={TEXTS.reference}>
        {TEXTS.columns.reference}
      </span>
      <span role="columnheader" className={classes.end}>
        {TEXTS.columns.size}
      </span>
      <span role="columnheader" className={classes.status}>
        {TEXTS.columns.status}
      </span>
    </div>
  );
}
