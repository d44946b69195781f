import { describe, expect, it } from 'vitest';
import { matchingPeople, mentionParts, mentionsIn, typedMention, withMention } from './mention-text.ts';

const ANN = { id: 3, name: 'Ann Berg' };
const ANNA = { id: 4, name: 'Ann Berger' };
const TOM = { id: 5, name: 'Tom' };

describe('a mention', () => {
  it('is typed after an @ that begins a word, on the same line [COM-25]', () => {
    expect(typedMention('Is it, @an', 10)).toEqual({ at: 7, typed: 'an' });
    expect(typedMention('@', 1)).toEqual({ at: 0, typed: '' });
    expect(typedMention('@ann and more', 4)).toEqual({ at: 0, typed: 'ann' });
    for (const text of ['none', 'a@b', 'ärzte@b', '@ann\nnext']) expect(typedMention(text, text.length)).toBeNull();
  });

  it('offers people by the beginning of any word of their name', () => {
    expect(matchingPeople([ANN, ANNA, TOM], 'ann b')).toEqual([ANN, ANNA]);
    expect(matchingPeople([ANN, ANNA, TOM], 'berger')).toEqual([ANNA]);
    expect(matchingPeople([ANN, ANNA, TOM], '')).toHaveLength(3);
    expect(matchingPeople([ANN, ANNA, TOM], 'x')).toEqual([]);
  });

  it('takes the place of what was typed, with a space after it', () => {
    expect(withMention('See @be, please', { at: 4, typed: 'be' }, ANN)).toEqual({ text: 'See @Ann Berg , please', caret: 14 });
    expect(withMention('@be more', { at: 0, typed: 'be' }, ANN)).toEqual({ text: '@Ann Berg more', caret: 10 });
  });

  it('counts as long as the name is in the text, and once', () => {
    expect(mentionsIn('@Ann Berg and @Tom', [ANN, TOM, TOM])).toEqual([3, 5]);
    expect(mentionsIn('Ann Berg', [ANN])).toEqual([]);
  });

  it('is shown where a mentioned person is named, the longest name first', () => {
    expect(mentionParts('Hi @Ann Berger, @Tom', [ANN, ANNA])).toEqual([
      { text: 'Hi ', isMention: false },
      { text: '@Ann Berger', isMention: true },
      { text: ', @Tom', isMention: false },
    ]);
    expect(mentionParts('', [ANN])).toEqual([]);
  });
});
