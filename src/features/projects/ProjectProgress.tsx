import type { StudyState } from '#contract/entities.ts';
import type { ProjectDetail } from '#contract/project-details.ts';
import { t } from '#language/t.ts';
import { studyStateToStatus } from '#model/status.ts';
import { formatCount, formatShare } from '#ui/format.ts';
import { StackedBar } from '#ui/StackedBar.tsx';
import { STATUS_TEXTS } from '#ui/status/status-texts.ts';
import { PAGE_TEXTS as TEXTS } from './page-texts.ts';
import classes from './ProjectPages.module.css';

/** From the most to the least advanced, and what failed. */
const STATES: readonly { state: StudyState; colour: string }[] = [
  { state: 'converted', colour: 'var(--ls-tone-sure)' },
  { state: 'converting', colour: 'var(--ls-tone-moving)' },
  { state: 'proved', colour: 'color-mix(in srgb, var(--ls-tone-sure) 45%, var(--ls-panel))' },
  { state: 'receiving', colour: 'color-mix(in srgb, var(--ls-tone-moving) 45%, var(--ls-panel))' },
  { state: 'error', colour: 'var(--ls-tone-broken)' },
];

/** The studies of a project by state. All figures are from the same answer, so they add up. */
export function ProjectProgress({ project: { studies, progress } }: { project: ProjectDetail }) {
  if (studies === 0) return null;
  return (
    <div className={classes.progress}>
      <p className={classes.figure}>
        <strong>{t('{count} of {total}', { count: formatCount(progress.converted), total: formatCount(studies) })}</strong>
        <span className={classes.dim}>{t('studies converted, {share}', { share: formatShare(progress.converted / studies) })}</span>
      </p>
      <StackedBar
        label={TEXTS.studies}
        parts={STATES.map(({ state, colour }) => ({ name: STATUS_TEXTS[studyStateToStatus(state)], count: progress[state], colour }))}
      />
    </div>
  );
}
