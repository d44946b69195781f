import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AnswerContent } from '#contract/forms.ts';
import type { ShownAnswer } from '#model/forms/shown-answers.ts';
import { EMPTY_ANSWER } from './answer-changes.ts';
import { createAnswerStore, SAVE_AFTER_MS } from './answer-store.ts';

const content = (text: string): AnswerContent => ({ ...EMPTY_ANSWER, values: { a: { kind: 'text', text } } });
const shown = (text: string, more: Partial<ShownAnswer> = {}): ShownAnswer => ({
  ...{ ...content(text), form: 'form', number: 1, read: null, aside: false, uuid: 'new-1', user: null, editable: true },
  ...{ version: 1, created_at: null, updated_at: null, waits: false },
  ...more,
});

let saved: string[];
let failing: boolean;
let store: ReturnType<typeof createAnswerStore>;

beforeEach(() => {
  vi.useFakeTimers();
  [saved, failing] = [[], false];
  let count = 0;
  store = createAnswerStore(
    {
      async save({ answer, base, content: { values } }) {
        if (failing) throw new Error('no room');
        saved.push(`${answer} on ${base}: ${(values['a'] as { text: string }).text}`);
      },
      onFailed: () => undefined,
      newUuid: () => `new-${(count += 1)}`,
    },
    EMPTY_ANSWER,
  );
});
afterEach(() => vi.useRealTimers());

const write = (text: string) => store.change(() => content(text));
const pause = () => vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
const state = () => {
  const { at, content: now } = store.read();
  return `${(now.values['a'] as { text: string } | undefined)?.text ?? ''} ${at}`.trim();
};

it('what is typed is shown at once and stored once, shortly after the last key [FORM-17]', async () => {
  expect(state()).toBe('nowhere');
  write('H');
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
  write('Heron');
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS - 1);
  expect([state(), saved]).toEqual(['Heron typing', []]);
  await pause();
  expect([state(), saved]).toEqual(['Heron device', ['new-1 on 0: Heron']]);
  store.know(shown('Heron', { version: 0, waits: true }));
  expect(state()).toBe('Heron device');
  store.know(shown('Heron'));
  expect(state()).toBe('Heron server');
});

it('leaving stores at once what waits for the pause', async () => {
  write('Heron');
  await store.flush();
  expect(saved).toEqual(['new-1 on 0: Heron']);
  await pause();
  expect(saved).toHaveLength(1);
});

it('an older state of the database does not take back what was typed', async () => {
  store.know(shown('Quiet'));
  write('Heron');
  await pause();
  store.know(shown('Quiet'));
  expect(state()).toBe('Heron device');
  store.know(shown('Heron', { version: 2 }));
  write('Heron 2');
  store.know(shown('Heron', { version: 2 }));
  expect(state()).toBe('Heron 2 typing');
  await pause();
  expect(saved).toEqual(['new-1 on 1: Heron', 'new-1 on 2: Heron 2']);
});

it('a change is based on the version that was shown when it began, so that another device is noticed [FORM-08]', async () => {
  store.know(shown('Quiet', { version: 3 }));
  write('Heron');
  store.know(shown('Of another device', { version: 4 }));
  expect(state()).toBe('Heron typing');
  await pause();
  expect(saved).toEqual(['new-1 on 3: Heron']);
  // The server refused it, and it is aside.
  expect(state()).toBe('Of another device server');
});

it('another answer, or none, takes its place after a conflict', async () => {
  write('Heron');
  await pause();
  store.know(shown('Of another device', { uuid: 'other' }));
  expect(state()).toBe('Of another device server');
  write('Mine');
  await pause();
  store.know(null);
  expect(state()).toBe('nowhere');
});

it('what could not be stored stays, and is stored with the next change', async () => {
  failing = true;
  write('Heron');
  await pause();
  expect(state()).toBe('Heron typing');
  failing = false;
  await store.flush();
  expect([state(), saved]).toEqual(['Heron device', ['new-1 on 0: Heron']]);
});
