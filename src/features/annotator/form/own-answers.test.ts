import { expect, it } from 'vitest';
import type { ShownAnswer } from '#model/forms/shown-answers.ts';
import { otherAnswers, ownAnswers } from './own-answers.ts';

const answer = (uuid: string, user: number | null, more: Partial<ShownAnswer> = {}) =>
  ({ uuid, form: 'f', number: 1, read: null, aside: false, user: user === null ? null : { id: user, name: '' }, ...more }) as ShownAnswer;

it('whoever reviews sees the answers of others and of reads, and fills in only the own one [FORM-25]', () => {
  const answers = [
    answer('mine', 7),
    answer('hers', 8),
    answer('gone', null),
    answer('read', 7, { read: 'r' }),
    answer('kept', 8, { aside: true }),
  ];
  expect(otherAnswers(answers, 7).map(({ uuid }) => uuid)).toEqual(['hers', 'gone', 'read']);
  expect(ownAnswers(answers, { form: 'f', read: null, userId: 7 }).answer?.uuid).toBe('mine');
  expect(ownAnswers(answers, { form: 'f', read: 'r', userId: 7 }).answer?.uuid).toBe('read');
});
