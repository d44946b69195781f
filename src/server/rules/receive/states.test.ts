import { describe, expect, test } from 'vitest';
import { fileStateOf, nextFileState, nextSeriesState, nextUploadState } from './states.ts';

/** Each state with what every event makes of it; `-` where the event means nothing. */
function table<S extends string, E extends string>(
  events: readonly E[],
  next: (state: S, event: E) => S | null,
  states: readonly S[],
): Record<string, string> {
  return Object.fromEntries(states.map((state) => [state, events.map((event) => next(state, event) ?? '-').join(' ')]));
}

describe('every state handles every event as defined', () => {
  test('of a file', () => {
    expect(table(['complete', 'equal', 'different', 'lost'], nextFileState, ['receiving', 'whole', 'proved'])).toEqual({
      receiving: 'whole proved - receiving',
      whole: 'whole proved receiving receiving',
      proved: '- - - receiving',
    });
  });

  test('of a series [UPL2-030, CONV-010]', () => {
    expect(
      table(['whole', 'begun', 'made', 'refused', 'gave-up', 'volume-lost', 'lost'], nextSeriesState, [
        'receiving',
        'proved',
        'converting',
        'converted',
        'error',
      ]),
    ).toEqual({
      receiving: 'proved - - - - - receiving',
      proved: '- converting - - error - receiving',
      converting: '- converting converted error error - receiving',
      converted: '- - - - - proved receiving',
      error: '- - - - - - receiving',
    });
  });

  test('of an upload', () => {
    expect(table(['prepared', 'finish', 'drop', 'lost'], nextUploadState, ['open', 'finished', 'dropped'])).toEqual({
      open: 'open finished dropped open',
      finished: 'open - - open',
      dropped: '- - dropped -',
    });
  });
});

test('the row of a file shows its state; one without bytes is complete from the start', () => {
  expect(fileStateOf({ received: 0, size: 3, proved: 0 })).toBe('receiving');
  expect(fileStateOf({ received: 3, size: 3, proved: 0 })).toBe('whole');
  expect(fileStateOf({ received: 0, size: 0, proved: 0 })).toBe('whole');
  expect(fileStateOf({ received: 3, size: 3, proved: 1 })).toBe('proved');
});
