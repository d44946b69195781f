import { IconAlertOctagon, IconAlertTriangle, IconInfoCircle, type Icon } from '@tabler/icons-react';
import type { Finding, FindingSeverity } from '#contract/quality.ts';
import { FINDING_NAMES, SEVERITY_NAMES } from '#model/quality/finding-words.ts';
import type { Tone } from '#ui/status/status-looks.ts';
import classes from './Findings.module.css';

const LOOKS: Record<FindingSeverity, { icon: Icon; tone: Tone }> = {
  error: { icon: IconAlertOctagon, tone: 'broken' },
  warning: { icon: IconAlertTriangle, tone: 'you' },
  info: { icon: IconInfoCircle, tone: 'still' },
};

/** Icon and words of a finding. One that somebody has accepted waits for nobody. */
export function FindingMark({ finding }: { finding: Pick<Finding, 'severity' | 'said' | 'mark'> }) {
  const { icon: SeverityIcon, tone } = LOOKS[finding.severity];
  return (
    <span className={classes.mark} data-tone={finding.mark?.as === 'accepted' ? 'still' : tone}>
      <SeverityIcon size={15} stroke={1.75} aria-label={SEVERITY_NAMES[finding.severity]} role="img" />
      {FINDING_NAMES[finding.said.code]}
    </span>
  );
}
