import { Anchor, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconIdBadge2, IconShieldCheck } from '@tabler/icons-react';
import { leavesAnonymous } from '#model/uploads/deidentified.ts';
import type { StudyView } from '#model/uploads/upload-view.ts';
import { formatCount } from '#ui/format.ts';
import classes from './DeidentificationChoice.module.css';
import { deidentificationSummary } from './deidentification-choice.ts';
import { valuesByDone, type StudyReport } from './deidentification-report.ts';
import { DONE_TEXTS, lookAtText, REPORT_TEXTS } from './deidentification-report-texts.ts';
import { TEXTS } from '#features/upload/texts.ts';
import type { EditActions } from '#features/upload/editing/use-edit-actions.ts';
import type { DeidentificationState } from './use-deidentification.ts';

interface DeidentificationChoiceProps {
  studies: readonly StudyView[];
  deidentifying: DeidentificationState;
  reports: readonly StudyReport[];
  onOpen: () => void;
  actions: EditActions;
}

const ICONS = { without: IconShieldCheck, with: IconIdBadge2, you: IconAlertTriangle } as const;

/** Whether patient data is sent, and the choice for all studies at once. */
export function DeidentificationChoice({ studies, deidentifying, reports, onOpen, actions }: DeidentificationChoiceProps) {
  const leaving = studies.filter(({ anonymize }) => leavesAnonymous(anonymize, deidentifying.rules));
  const anonymous = leaving.length;
  const isOpenedThere = leaving.some(({ series }) => series.some(({ upload, location }) => upload && location === 'server'));
  const { tone, plain, why } = deidentificationSummary({ studies: studies.length, anonymous, isOpenedThere }, deidentifying);
  const Icon = ICONS[tone];
  const points = reports.reduce((sum, report) => sum + report.points.length, 0);
  return (
    <div className={classes.leaving}>
      <Checkbox
        label={TEXTS.anonymizeAll}
        checked={anonymous > 0 && anonymous === studies.length}
        indeterminate={anonymous > 0 && anonymous < studies.length}
        disabled={studies.length === 0}
        onChange={() =>
          actions.anonymize(
            studies.map(({ id }) => id),
            anonymous < studies.length,
          )
        }
      />
      {/* Without studies there is nothing to say: an archive may still be uploading. */}
      {studies.length > 0 && (
        <div className={classes.words} data-you={tone === 'you' || undefined}>
          <Icon size={16} stroke={1.5} aria-hidden />
          <div>
            <p className={classes.plain}>{plain}</p>
            <p className={classes.why}>{why}</p>
            {deidentifying.rules !== null && reports.length > 0 && (
              <Anchor component="button" type="button" className={classes.open ?? ''} onClick={onOpen}>
                {REPORT_TEXTS.open}
                {points > 0 && <span className={classes.points}>{` · ${lookAtText(points)}`}</span>}
              </Anchor>
            )}
          </div>
        </div>
      )}
      <dl className={classes.values}>
        {valuesByDone(reports).map(({ done, elements }) => (
          <div key={done}>
            <dt>{DONE_TEXTS[done]}</dt>
            <dd>{formatCount(elements)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
