import { describe, expect, it } from 'vitest';
import type { AnswerContent, FormAnswer } from '#contract/forms.ts';
import { answerToText, shownAnswers, type FormAnswerWrite } from './shown-answers.ts';

const EVA = { id: 1, name: 'Eva' };
const SUBJECT = { form: 'form', number: 1, read: null, aside: false };
const content = (text: string): AnswerContent => ({ state: 'draft', values: { a: { kind: 'text', text } }, sources: {}, items: [] });
const answered = (uuid: string, text: string): FormAnswer => ({
  ...{ ...SUBJECT, ...content(text), uuid, version: 3, user: EVA, editable: true },
  ...{ created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:04:05' },
});
const write = (answer: string, text: string, study = 'study'): FormAnswerWrite => ({
  ...{ kind: 'form-answer', study, answer, base: 3, device: 'd', subject: SUBJECT, content: content(text) },
});
const shown = (answers: FormAnswer[], ...writes: FormAnswerWrite[]) =>
  shownAnswers('study', answers, [{ kind: 'notification' }, ...writes], EVA).map(({ uuid, version, values, waits }) => [
    ...[uuid, version, (values['a'] as { text: string }).text, waits],
  ]);

describe('the answers of a study [FORM-17]', () => {
  it('are those of the server with what waits on this device', () => {
    expect(shown([answered('a', 'x')], write('a', 'y'), write('b', 'new'), write('c', 'of another study', 'other'))).toEqual([
      ['a', 3, 'y', true],
      ['b', 3, 'new', true],
    ]);
  });

  it('no longer wait when the server has them, and are gone when they are deleted here', () => {
    expect(shown([answered('a', 'x')], write('a', 'x'))).toEqual([['a', 3, 'x', false]]);
    expect(shown([answered('a', 'x')], { kind: 'form-answer-deletion', study: 'study', answer: 'a' })).toEqual([]);
  });
});

it('the order in which fields were filled in does not matter', () => {
  const values = { a: { kind: 'text', text: 'x' }, b: { kind: 'number', number: 1 } } as const;
  const one = { ...content(''), values };
  const other = { ...content(''), values: { b: values.b, a: values.a } };
  expect(answerToText(one)).toBe(answerToText(other));
  expect(answerToText(one)).not.toBe(answerToText({ ...one, values: { ...values, b: { kind: 'number', number: 2 } } }));
  expect(answerToText(one)).not.toBe(answerToText({ ...one, state: 'complete' }));
});
