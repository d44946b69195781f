import type { Finding, FindingSeverity } from '#contract/quality.ts';
import { formatCountOf } from '#ui/format.ts';

export const TEXTS = {
  title: 'Quality',
  other: 'Open the other study',
  seen: 'Mark as seen',
  accept: 'Accept',
  acceptWhy: 'Why can the study be used as it is?',
  acceptWith: 'Accept finding',
  open: 'Open again',
  needsServer: 'Findings are marked while the server can be reached.',
  changedMeanwhile: 'This finding has changed in the meantime. Look at it again.',
} as const;

const NAMES: Record<FindingSeverity, readonly [one: string, several: string]> = {
  error: ['error', 'errors'],
  warning: ['warning', 'warnings'],
  info: ['note', 'notes'],
};

/** `1 error · 2 notes`, without those that somebody has accepted. */
export function countsText(findings: readonly Finding[]): string {
  const open = findings.filter(({ mark }) => mark?.as !== 'accepted');
  const counts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const count = open.filter((one) => one.severity === severity).length;
    return count === 0 ? [] : [formatCountOf(count, ...NAMES[severity])];
  });
  return counts.join(' · ') || 'all accepted';
}

/** `Accepted by I. Okafor: only the centre is used.` */
export function markText({ as, user, reason }: NonNullable<Finding['mark']>): string {
  const by = user === null ? '' : ` by ${user.name}`;
  return `${as === 'accepted' ? 'Accepted' : 'Seen'}${by}${reason === '' ? '' : `: ${reason}`}`;
}
