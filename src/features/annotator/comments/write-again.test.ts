import { expect, it } from 'vitest';
import type { CommentDraft } from '#model/comments/comment-draft.ts';
import { writtenAgain } from './write-again.ts';

it('a refused comment becomes a new thread on its slice, without what may have been refused [COM-23]', () => {
  const pin = { series: 'ct', grid: 'hash', slice: 1, sop: '1.2', frame: 0, point: null };
  const refused: CommentDraft = {
    ...{
      key: 'refused:a',
      study: 's',
      thread: 't',
      pin,
      segmentation: 'seg',
      segment: 'part',
      text: 'Lesion?',
      mentions: [3],
      why: 'Gone.',
    },
  };
  expect(writtenAgain(refused)).toEqual({
    ...{ key: 'new:s', study: 's', thread: null, pin, segmentation: null, segment: null, text: 'Lesion?', mentions: [3], why: null },
  });
});
