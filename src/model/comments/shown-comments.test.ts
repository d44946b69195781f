import { describe, expect, it } from 'vitest';
import type { Comment, CommentContent } from '#contract/comments.ts';
import { shownThreads, type CommentWrite } from './shown-comments.ts';

const STUDY = 'study';
const EVA = { id: 1, name: 'Eva' };
const content = (thread: string, text: string): CommentContent => ({
  ...{ thread, pin: null, segmentation: null, segment: null, task: null, text, mentions: [] },
});
const made = (uuid: string, number: number, more: Partial<Comment> = {}): Comment => ({
  ...{ ...content(uuid, `text of ${uuid}`), uuid, number, version: 1, user: EVA, editable: true, deleted: false, resolved: null },
  ...{ created_at: '2026-01-02 03:04:05', updated_at: '2026-01-02 03:04:05' },
  ...more,
});
const written = (comment: string, thread: string, text: string, kind: 'comment' | 'comment-change' = 'comment'): CommentWrite => ({
  ...{ kind, study: STUDY, comment, base: 0, device: 'device', content: content(thread, text) },
});
const resolved = (comment: string, on: boolean): CommentWrite => ({ kind: 'comment-resolved', study: STUDY, comment, on });
const deleted = (comment: string): CommentWrite => ({ kind: 'comment-deletion', study: STUDY, comment });
const RESOLVED = { user: EVA, at: '2026-01-02 03:04:05' };
const shown = (answered: readonly Comment[], writes: readonly CommentWrite[] = []) =>
  shownThreads(STUDY, answered, writes, EVA).map(
    ({ number, first, answers, isResolved }) =>
      `${number} ${isResolved ? '(resolved) ' : ''}${[first, ...answers].map(({ text, waits }) => `${text}${waits === null ? '' : ` [${waits}]`}`).join(', ')}`,
  );

describe('threads', () => {
  it('are unresolved first, then by number, and new ones last, until the server has given a number [COM-20, COM-22]', () => {
    const answered = [made('a', 1, { resolved: RESOLVED }), made('b', 2), made('c', 3)];
    expect(shown(answered, [written('d', 'd', 'new')])).toEqual([
      '2 text of b',
      '3 text of c',
      'null new [number]',
      '1 (resolved) text of a',
    ]);
  });

  it('have their answers in the order of the server, then those that wait', () => {
    const answered = [made('a', 1), made('b', 1, { thread: 'a' })];
    expect(shown(answered, [written('c', 'a', 'mine'), written('x', 'x', 'elsewhere')])[0]).toBe('1 text of a, text of b, mine [number]');
  });

  it('show a change, a deletion and a decision before the server has them, and what it has is not applied twice [COM-22]', () => {
    const answered = [made('a', 1), made('b', 2, { text: 'same' }), made('c', 3, { resolved: RESOLVED })];
    const writes = [
      written('a', 'a', 'changed', 'comment-change'),
      written('b', 'b', 'same'),
      resolved('b', true),
      resolved('c', true),
      deleted('a'),
    ];
    expect(shown(answered, writes.slice(0, -1))).toEqual(['1 changed [change]', '2 (resolved) same [change]', '3 (resolved) text of c']);
    expect(shown(answered, writes)).toEqual(['2 (resolved) same [change]', '3 (resolved) text of c']);
  });

  it('keep the place of a deleted first comment as long as there are answers [COM-08]', () => {
    const answer = made('b', 1, { thread: 'a' });
    expect(shown([made('a', 1), answer], [deleted('a')])).toEqual(['1  [deletion], text of b']);
    expect(shown([made('a', 1, { deleted: true, text: '' }), answer])).toEqual(['1 , text of b']);
    expect(shown([made('a', 1, { deleted: true, text: '' }), answer], [deleted('b')])).toEqual([]);
  });

  it('that wait stay so whatever is changed of them', () => {
    const writes = [written('a', 'a', 'new'), written('a', 'a', 'newer', 'comment-change'), resolved('a', true)];
    expect(shown([], writes)).toEqual(['null (resolved) newer [number]']);
  });

  it('of other studies are not shown', () => {
    expect(shown([], [{ ...written('a', 'a', 'new'), study: 'other' }])).toEqual([]);
  });
});
