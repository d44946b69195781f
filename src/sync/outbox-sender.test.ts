import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOutboxSender, type SendEnd } from './outbox-sender.ts';

/** A server that answers as it is told, by the name of the write. */
function outbox(...first: string[]) {
  const saved = [...first];
  const sent: string[] = [];
  const refused: string[] = [];
  const answers = new Map<string, SendEnd>();
  const sender = createOutboxSender<string>({
    saved: async () => [...saved],
    async send(write) {
      sent.push(write);
      return answers.get(write) ?? 'done';
    },
    remove: async (write) => saved.splice(saved.indexOf(write), 1),
    onRefused: (write) => refused.push(write),
    inTurn: (work) => work(),
  });
  return { saved, sent, refused, answers, sender };
}

describe('the outbox sender', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('sends all writes in order, and deletes the answered ones [PWA-24]', async () => {
    const { saved, sent, sender } = outbox('a', 'b', 'c');
    sender.wake();
    await settle();
    expect([sent, saved]).toEqual([['a', 'b', 'c'], []]);
  });

  it('stops at a write that has to wait, and resumes there after growing pauses', async () => {
    const { saved, sent, answers, sender } = outbox('a', 'b', 'c');
    answers.set('b', 'later');
    sender.wake();
    await settle();
    expect([sent, saved]).toEqual([
      ['a', 'b'],
      ['b', 'c'],
    ]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent).toEqual(['a', 'b', 'b']);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(sent).toEqual(['a', 'b', 'b']);
    answers.delete('b');
    await vi.advanceTimersByTimeAsync(1);
    expect([sent, saved]).toEqual([['a', 'b', 'b', 'b', 'c'], []]);
  });

  it('tries immediately when it is woken, and not again at the end of that pause', async () => {
    const { sent, answers, sender } = outbox('a');
    answers.set('a', 'later');
    sender.wake();
    await settle();
    answers.delete('a');
    sender.wake();
    await settle();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sent).toEqual(['a', 'a']);
  });

  it('gives up refused writes, reports them, and continues', async () => {
    const { saved, sent, refused, answers, sender } = outbox('a', 'b');
    answers.set('a', 'refused');
    sender.wake();
    await settle();
    expect([sent, saved, refused]).toEqual([['a', 'b'], [], ['a']]);
  });

  it('sends writes that arrive while it sends, once', async () => {
    const { saved, sent, sender } = outbox('a');
    sender.wake();
    saved.push('b');
    sender.wake();
    await settle();
    expect(sent).toEqual(['a', 'b']);
  });

  it('sends nothing after it was closed', async () => {
    const { sent, answers, sender } = outbox('a');
    answers.set('a', 'later');
    sender.wake();
    await settle();
    sender.close();
    sender.wake();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sent).toEqual(['a']);
  });
});
