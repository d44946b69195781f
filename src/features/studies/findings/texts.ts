import type { Finding, FindingSeverity } from '#contract/quality.ts';
import { inContext, t } from '#language/t.ts';

export const TEXTS = {
  title: t('Quality'),
  other: t('Open the other study'),
  seen: t('Mark as seen'),
  accept: inContext('finding', 'Accept'),
  acceptWhy: t('Why can the study be used as it is?'),
  acceptWith: t('Accept finding'),
  open: t('Open again'),
  needsServer: t('Findings are marked while the server can be reached.'),
  changedMeanwhile: t('This finding has changed in the meantime. Look at it again.'),
} as const;

const COUNTS: Record<FindingSeverity, (count: number) => string> = {
  error: (count) => t('{count, plural, one {# error} other {# errors}}', { count }),
  warning: (count) => t('{count, plural, one {# warning} other {# warnings}}', { count }),
  info: (count) => t('{count, plural, one {# note} other {# notes}}', { count }),
};

/** `1 error · 2 notes`, without those that somebody has accepted. */
export function countsText(findings: readonly Finding[]): string {
  const open = findings.filter(({ mark }) => mark?.as !== 'accepted');
  const counts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = open.filter((one) => one.severity === severity).length;
    return count === 0 ? [] : [COUNTS[severity](count)];
  });
  return counts.join(' · ') || t('all accepted');
}

/** `Accepted by I. Okafor: only the centre is used.` */
export function markText({ as, user, reason }: NonNullable<Finding['mark']>): string {
  const said = user === null ? MARKED[as] : MARKED_BY[as](user.name);
  return reason === '' ? said : `${said}: ${reason}`;
}

type Mark = NonNullable<Finding['mark']>['as'];

const MARKED: Record<Mark, string> = { accepted: inContext('finding', 'Accepted'), seen: t('Seen') };

const MARKED_BY: Record<Mark, (name: string) => string> = {
  accepted: (name) => t('Accepted by {name}', { name }),
  seen: (name) => t('Seen by {name}', { name }),
};
