import { Anchor, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconIdBadge2, IconShieldCheck } from '@tabler/icons-react';
import { leavesAnonymous } from '#model/deidentified.ts';
import type { StudyView } from '#model/upload-view.ts';
import { formatCount } from '#ui/format.ts';
import classes from './LeavingAs.module.css';
import { leavingAsText } from './leaving-as.ts';
import type { StudyReport } from './leaving-report.ts';
import { REPORT_TEXTS } from './leaving-report-texts.ts';
import { TEXTS } from './texts.ts';
import type { ArrangeActs } from './use-arrange-acts.ts';
import type { Deidentifying } from './use-deidentifying.ts';

interface LeavingAsProps {
  studies: readonly StudyView[];
  deidentifying: Deidentifying;
  reports: readonly StudyReport[];
  onOpen: () => void;
  acts: ArrangeActs;
}

const ICONS = { without: IconShieldCheck, with: IconIdBadge2, you: IconAlertTriangle } as const;

/** Whether what goes has patient data in it, and the choice for all studies at once. */
export function LeavingAs({ studies, deidentifying, reports, onOpen, acts }: LeavingAsProps) {
  const leaving = studies.filter(({ anonymize }) => leavesAnonymous(anonymize, deidentifying.rules));
  const anonymous = leaving.length;
  const isOpenedThere = leaving.some(({ series }) => series.some(({ upload, location }) => upload && location === 'server'));
  const { tone, plain, why } = leavingAsText({ studies: studies.length, anonymous, isOpenedThere }, deidentifying);
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
          acts.anonymize(
            studies.map(({ id }) => id),
            anonymous < studies.length,
          )
        }
      />
      {/* Of nothing there is nothing to be said: an archive may still be on its way. */}
      {studies.length > 0 && (
        <div className={classes.words} data-you={tone === 'you' || undefined}>
          <Icon size={16} stroke={1.5} aria-hidden />
          <div>
            <p className={classes.plain}>{plain}</p>
            <p className={classes.why}>{why}</p>
            {deidentifying.rules !== null && reports.length > 0 && (
              <Anchor component="button" type="button" className={classes.open ?? ''} onClick={onOpen}>
                {REPORT_TEXTS.open}
                {points > 0 && <span className={classes.points}>{` · ${REPORT_TEXTS.lookAt} ${formatCount(points)}`}</span>}
              </Anchor>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
