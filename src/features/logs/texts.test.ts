import { expect, it } from 'vitest';
import { callText, callTitle, lastedText, personText, rangeText, resultText, resultTitle, subjectText } from './texts.ts';

it('the person is shown by name, by number once the account is gone, or as nobody signed in', () => {
  expect([personText({ id: 7, name: 'Ada' }), personText({ id: 7, name: null }), personText(null)]).toEqual([
    'Ada',
    'Account 7',
    'not signed in',
  ]);
});

it('calls and events are described in words from the contract', () => {
  expect(['seriesThumbnail', 'study', 'set-team-user', 'notification:updated'].map(callText)).toEqual([
    'series thumbnail',
    'study',
    'set team user',
    'notification updated',
  ]);
  expect([callTitle('auditRecords'), callTitle('set-team-user')]).toEqual([
    'Records of the audit trail of the team, newest first',
    'set-team-user',
  ]);
});

it('results are described in words, with the message of a refusal', () => {
  expect(['done', 'not_allowed', 'refused'].map(resultText)).toEqual(['done', 'not allowed', 'refused (any)']);
  expect(['done', 'not_allowed'].map(resultTitle)).toEqual(['done', 'Not authorized']);
});

it('subjects, spans and ranges are short', () => {
  expect(['0b54c8a6-5f3e-4c7e-9d5a-7f6f3a1b2c3d', '41'].map(subjectText)).toEqual(['0b54c8a6', '#41']);
  expect([0, 999, 90_000].map(lastedText)).toEqual(['', '', '1\u00a0min 30\u00a0s']);
  expect([rangeText(41, 41), rangeText(41, 7)]).toEqual(['No. 41', 'No. 41–7']);
});
