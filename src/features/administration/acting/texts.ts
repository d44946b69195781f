import { changeFailureText } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { t } from '#language/t.ts';
import { PAGE_OFFLINE } from '#ui/lists/list-texts.ts';

/** Texts of acting as another person. */
export const TEXTS = {
  title: t('Act as another person'),
  why: t(
    'To see what somebody else sees, and to put right what they cannot. It ends after an hour at the latest. Everything you do is recorded under both names, and the person sees who acted for them and why.',
  ),
  limits: t('You cannot do what asks for the password again, and you cannot act as a platform administrator.'),
  person: t('Person'),
  findPerson: t('Find a name or an e-mail address'),
  nobody: t('Nobody matches. Platform administrators and blocked accounts are left out.'),
  reason: t('Reason'),
  reasonNote: t('The person reads it. No patient data.'),
  personNeeded: t('Choose a person'),
  reasonNeeded: t('Say why, in three letters or more'),
  needsServer: t('The server cannot be reached'),
  history: t('Who acted as whom'),
  none: t('Nobody has acted as another person'),
  noneWhy: t('Each time is listed here with its reason.'),
  failed: t('The list could not be loaded'),
  failedWhy: t('Nothing was changed. Try again.'),
  ...PAGE_OFFLINE,
  columns: { administrator: t('Administrator'), person: t('Acted as'), reason: t('Reason'), from: t('From'), until: t('Until') },
  now: t('now'),
} as const;

export const actText = (name: string): string => t('Act as {name}', { name });

export function actFailureText(failure: ApiFailure): string {
  return changeFailureText(failure, {
    account_blocked: t('This account is blocked. Nobody can act as its person.'),
    not_found: t('This account no longer exists.'),
  });
}
