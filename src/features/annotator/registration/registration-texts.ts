import type { Registration, RegistrationFailure } from '#contract/registrations.ts';
import { t } from '#language/t.ts';
import { formatDecimal } from '#ui/format.ts';

export const REGISTRATION_TEXTS = {
  title: t('Registration'),
  positions: t('Positions of panes'),
  before: t('Before'),
  after: t('After'),
  beforeNote: t('Before: panes follow each other by their frame of reference alone.'),
  afterNote: t('After: registered series follow each other by their registration.'),
  registerTo: t('Register to …'),
  fixedStays: t('The chosen series stays as it is; this one is brought onto it.'),
  none: t('This series is not registered to another one.'),
  noOther: t('The study has no other series with a volume.'),
  delete: t('Delete the registration'),
  deleted: t('The registration could not be deleted.'),
  notMade: t('The registration could not be started.'),
  notForDiagnosis: t('Computed, not for diagnosis. Compare anatomy in both panes before you rely on it.'),
} as const;

const FAILURES: Record<RegistrationFailure, string> = {
  'no-volume': t('One of the series has no converted volume.'),
  unreadable: t('The volume of one of the series cannot be read, or is in colour.'),
  'too-large': t('One of the series is too large for a registration.'),
  'no-contrast': t('One of the series has the same value everywhere.'),
  overlap: t('The series hardly overlap.'),
  border: t('No position was found near the start: the series may be too far apart.'),
  'starts-disagree': t('Searches from several places ended in different positions, so none can be relied on.'),
  broke: t('The server could not finish it. Try again.'),
};

export function stateText({ state, progress, result, failure }: Registration): string {
  switch (state) {
    case 'queued':
      return t('Waiting');
    case 'running':
      return t('Running, {progress} %', { progress: Math.round(progress * 100) });
    case 'failed':
      return failure === null ? t('Failed') : t('Failed. {reason}', { reason: FAILURES[failure] });
    case 'done':
      return result === null
        ? t('Done')
        : t('Estimated error {mm} mm, overlap {overlap} %', {
            mm: formatDecimal(result.error_mm, 1),
            overlap: Math.round(result.overlap * 100),
          });
  }
}
