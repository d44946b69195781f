import type { Registration, RegistrationFailure } from '#contract/registrations.ts';

export const REGISTRATION_TEXTS = {
  title: 'Registration',
  positions: 'Positions of panes',
  before: 'Before',
  after: 'After',
  beforeNote: 'Before: panes follow each other by their frame of reference alone.',
  afterNote: 'After: registered series follow each other by their registration.',
  registerTo: 'Register to …',
  fixedStays: 'The chosen series stays as it is; this one is brought onto it.',
  none: 'This series is not registered to another one.',
  noOther: 'The study has no other series with a volume.',
  delete: 'Delete the registration',
  deleted: 'The registration could not be deleted.',
  notMade: 'The registration could not be started.',
  notForDiagnosis: 'Computed, not for diagnosis. Compare anatomy in both panes before you rely on it.',
} as const;

const FAILURES: Record<RegistrationFailure, string> = {
  'no-volume': 'One of the series has no converted volume.',
  unreadable: 'The volume of one of the series cannot be read, or is in colour.',
  'too-large': 'One of the series is too large for a registration.',
  'no-contrast': 'One of the series has the same value everywhere.',
  overlap: 'The series hardly overlap.',
  border: 'No position was found near the start: the series may be too far apart.',
  'starts-disagree': 'Searches from several places ended in different positions, so none can be relied on.',
  broke: 'The server could not finish it. Try again.',
};

export function stateText({ state, progress, result, failure }: Registration): string {
  switch (state) {
    case 'queued':
      return 'Waiting';
    case 'running':
      return `Running, ${Math.round(progress * 100)} %`;
    case 'failed':
      return failure === null ? 'Failed' : `Failed. ${FAILURES[failure]}`;
    case 'done':
      return result === null ? 'Done' : `Estimated error ${result.error_mm.toFixed(1)} mm, overlap ${Math.round(result.overlap * 100)} %`;
  }
}
