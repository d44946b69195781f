import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of acting as another person. */
export const TEXTS = {
  title: 'Act as another person',
  why: 'To see what somebody else sees, and to put right what they cannot. It ends after an hour at the latest. Everything you do is recorded under both names, and the person sees who acted for them and why.',
  limits: 'You cannot do what asks for the password again, and you cannot act as a platform administrator.',
  person: 'Person',
  findPerson: 'Find a name or an e-mail address',
  nobody: 'Nobody matches. Platform administrators and blocked accounts are left out.',
  reason: 'Reason',
  reasonNote: 'The person reads it. No patient data.',
  personNeeded: 'Choose a person',
  reasonNeeded: 'Say why, in three letters or more',
  needsServer: 'The server cannot be reached',
  history: 'Who acted as whom',
  none: 'Nobody has acted as another person',
  noneWhy: 'Each time is listed here with its reason.',
  failed: 'The list could not be loaded',
  failedWhy: 'Nothing was changed. Try again.',
  ...PAGE_OFFLINE,
  columns: { administrator: 'Administrator', person: 'Acted as', reason: 'Reason', from: 'From', until: 'Until' },
  now: 'now',
} as const;

export const actText = (name: string): string => `Act as ${name}`;

export function actFailureText(failure: ApiFailure): string {
  return changeFailureText(failure, {
    account_blocked: 'This account is blocked. Nobody can act as its person.',
    not_found: 'This account no longer exists.',
  });
}
