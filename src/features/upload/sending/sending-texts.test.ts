import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { judgeFault } from '#transfer/faults.ts';
import * as texts from './sending-texts.ts';

const plain = (text: string) => text.replace(/[\u2009\u00a0]/g, ' ');

/**
 * No call that an upload makes is answered with these: they belong to the sign-in form, to the first start, to accounts, to invitations, to roles, to
 * downloads, to structures, transfer functions, segmentations, measurements, lesions, comments, forms, campaigns, tasks, projects, file areas and to what
 * hangs on a study.
 */
const OF_OTHERS: readonly ErrorCode[] = [
  ...(['version_studies', 'version_empty', 'version_not_frozen', 'faces_unconfirmed'] as const),
  ...(['wrong_credentials', 'wrong_code', 'setup_done', 'registration_closed', 'range_outside'] as const),
  ...(['other_address', 'role_not_invitable', 'already_answered', 'last_administrator', 'invitation_ended', 'duplicate_email'] as const),
  ...(['link_ended', 'last_platform_administrator', 'role_in_use', 'role_built_in', 'role_keeps', 'role_changed'] as const),
  ...([
    'account_blocked',
    'key_address',
    'not_for_keys',
    'api_user_ended',
    'own_account',
    'own_team',
    'project_started',
    'project_closed',
    'duplicate_label',
  ] as const),
  ...(['acting', 'act_as_administrator', 'not_acting'] as const),
  ...(['weak_password', 'password_needed', 'structure_shipped', 'duplicate_structure', 'duplicate_folder', 'study_arriving'] as const),
  ...(['role_of_creator', 'grid_missing', 'mask_changed', 'task_moved', 'project_finished', 'project_state', 'project_empty'] as const),
  ...([
    'structure_in_use',
    'not_shared',
    'transfer_function_shipped',
    'duplicate_transfer_function',
    'measurement_deleted',
    'lesion_deleted',
    'comment_deleted',
  ] as const),
  ...([
    'answer_deleted',
    'read_closed',
    'project_answered',
    'read_by_administrator',
    'case_of_campaign',
    'campaign_state',
    'campaign_started',
  ] as const),
  ...([
    'worker_key_ended',
    'lease_lost',
    'model_in_use',
    'model_fixed',
    'model_not_promoted',
    'model_takes_clicks',
    'no_worker_for_clicks',
    'version_withdrawn',
  ] as const),
  ...(['file_exists', 'file_busy', 'file_name_refused', 'folder_into_itself', 'folder_full', 'folder_too_deep', 'not_a_file'] as const),
  ...(['training_running', 'training_not_running', 'segments_differ', 'too_few_cases', 'infer_ended', 'rules_changed'] as const),
];

describe('every error has a text', () => {
  const verdicts = (Object.keys(ERRORS) as ErrorCode[])
    .filter((code) => !OF_OTHERS.includes(code))
    .map((code) => ({ code, verdict: judgeFault({ ok: false, kind: 'refused', ...ERRORS[code], code, retryAfterMs: null }) }));
  const halting = verdicts.filter(({ verdict }) => verdict.kind === 'failed' || verdict.kind === 'once-more');
  const pausing = verdicts.flatMap(({ code, verdict }) => (verdict.kind === 'again' ? [{ code, reason: verdict.reason }] : []));

  it.each(halting)('$code halts an upload and gives the reason', ({ code }) => {
    expect(texts.hasFailedWords(code)).toBe(true);
    expect(texts.failedText({ code, message: '' })).not.toBe('The upload stopped.');
  });

  it.each([...pausing, { code: 'network', reason: 'network' }, { code: 'device', reason: 'device' }])(
    '$code pauses it and says until when',
    ({ reason }) => expect(texts.hasWaitingWords(reason)).toBe(true),
  );

  it('covers both kinds', () => {
    expect(halting.length).toBeGreaterThan(5);
    expect(new Set(pausing.map(({ reason }) => reason))).toEqual(new Set(['server', 'storage_full', 'team_suspended', 'too_many']));
  });
});

describe('the texts of an upload in progress', () => {
  it.each([
    [texts.nextTryText('network', 18), 'Next try in 18 s, then for as long as it takes. You need not select anything again.'],
    [texts.nextTryText('too_many', 0), 'Trying now, then for as long as it takes. The upload resumes by itself.'],
    [texts.nextTryText('too_many', 315_360_000), 'Trying now, then for as long as it takes. The upload resumes by itself.'],
    [
      texts.waitingText('network', 20_600_000, 42_900_000),
      'The network connection was lost. 20.6 of 42.9 MB are on the server, the rest is on this device.',
    ],
    [texts.waitingText('network', 0, 42_900_000), 'The network connection was lost. Everything is on this device.'],
    [texts.failedText({ code: 'http_418', message: 'Too large.' }), 'Too large.'],
    [texts.failedText({ code: 'unheard_of', message: '' }), 'The upload stopped.'],
    [
      texts.signInText(22_300_000, { studies: 2, uploads: 0 }),
      'Your sign-in has ended. 22.3 MB of 2 studies wait on this device and resume as soon as you sign in.',
    ],
    [
      texts.resumedText({ provedFiles: 12, files: 211, confirmedBytes: 6_800_000, bytes: 42_900_000 }),
      '12 of 211 files verified before, 6.8 of 42.9 MB on the server',
    ],
    [texts.lostTitle(1), '1 file was removed by this browser before it was sent'],
    [texts.lostTitle(3), '3 files were removed by this browser before they were sent'],
    [texts.linkNoteText('unstable', 2), 'lost 2 times in 2 min'],
    [texts.linkNoteText('unstable', 0), 'responses are missing at times'],
    [texts.freeText(42_900_000), 'Free up 42.9 MB on this device'],
  ])('%j', (shown, wanted) => {
    expect(plain(shown)).toBe(wanted);
  });

  it('promise background sync only in browsers that grant it, and an immediate one only with a network', () => {
    expect(texts.mayCloseText({ turns: false, serverReachable: true })).toMatch(/resumes when you open the app again/);
    expect(texts.mayCloseText({ turns: true, serverReachable: true })).toMatch(/continues immediately, and again after 5 and 20 minutes/);
    expect(texts.mayCloseText({ turns: true, serverReachable: false })).toMatch(/as soon as the network is back/);
  });
});
