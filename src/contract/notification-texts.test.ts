import { describe, expect, it } from 'vitest';
import { notificationText, pushedNotificationText } from './notification-texts.ts';
import { NOTIFICATION_TYPES } from './notifications.ts';

const MODELS = { model1_id: 7, model2_id: 8, model3_id: 9 };

describe('the text of a notification with a type code', () => {
  it.each([
    ['aitrain.train.begin', 'Inference 8:9 done'],
    ['aitrain.train.fail', 'Inference 8:9 done'],
    ['aitrain.train.complete', 'Training #7 is completed'],
    ['aitrain.upload.begin', 'Inference 8:9 done'],
    ['aitrain.upload.complete', 'Inference 8:9 done'],
    ['review.add.comment', 'You were mentioned in a comment'],
    ['aiinfer.done', 'Inference done'],
    ['upload.complete', 'Upload finished!'],
    ['upload.convert.fail', 'Series could not be converted'],
    ['task.assigned', 'Assigned to you'],
    ['task.done', 'Task done'],
    ['task.returned', 'Task sent back'],
    ['task.unassigned', 'Tasks without an assignee'],
  ] as const)(
    'of %s is the given text [ENT-10, NOTIF-12, NOTIF-13, NOTIF-14, NOTIF-15, NOTIF-16, NOTIF-17, NOTIF-18, NOTIF-19, ODD-02]',
    (type_code, text) => {
      expect(notificationText({ type_code, ...MODELS })).toBe(text);
    },
  );

  it('omits names that are missing [NOTIF-20]', () => {
    for (const type_code of NOTIFICATION_TYPES)
      expect(notificationText({ type_code, model1_id: null, model2_id: null, model3_id: null })).not.toContain('null');
  });
});

describe('the text of an item with a pattern', () => {
  it.each([
    ['review.add.comment.12.34', 'Add new comment'],
    ['aitrain.detail.5', 'Training detail #5'],
    ['aiinfer.done.12.34', 'AI-Inference #12'],
    ['aitrain.train.complete.5', 'Training completed #5'],
  ])('of %s is the given text', (item, text) => {
    expect(pushedNotificationText(item)).toBe(text);
  });

  it.each(['', 'aitrain.detail', 'aitrain.detail.', 'aiinfer.done.12', 'review.add.comment', 'aitrain.train.fail.5', 'aitrain.detail.5.6'])(
    'is not invented for "%s" [NOTIF-20]',
    (item) => {
      expect(pushedNotificationText(item)).toBeNull();
    },
  );
});
