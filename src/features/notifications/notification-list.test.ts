import { describe, expect, it } from 'vitest';
import { notification } from './notification.example.ts';
import { newestId, waitingIds, withAllSeen, withNew, withSeen, withWrites, type NotificationList } from './notification-list.ts';

/** 9 and 7 are on the page; of three older ones that are not, two are not seen. */
const LIST: NotificationList = { data: [notification(9), notification(7, { is_seen: 1 })], count: 5, unseen: 3 };
const seen = ({ data, unseen }: NotificationList) => [data.map(({ id, is_seen }) => [id, is_seen]), unseen];

describe('a list of notifications', () => {
  it('accepts new notifications, the newest first, each once', () => {
    const more = withNew(LIST, [notification(12), notification(10, { is_seen: 1 }), notification(9)]);
    expect([more.data.map(({ id }) => id), more.count, more.unseen]).toEqual([[12, 10, 9, 7], 7, 4]);
    expect(withNew(more, [notification(12)])).toBe(more);
  });

  it('marks one as read and back, and does not count one outside the list', () => {
    const read = withSeen(LIST, 9, 1);
    expect(seen(read)).toEqual([
      [
        [9, 1],
        [7, 1],
      ],
      2,
    ]);
    expect(seen(withSeen(read, 9, 1))).toEqual(seen(read));
    expect(seen(withSeen(withSeen(read, 9, 0), 7, 0))).toEqual([
      [
        [9, 0],
        [7, 0],
      ],
      4,
    ]);
    expect(seen(withSeen(LIST, 3, 1))).toEqual(seen(LIST));
  });

  it('marks all up to one, including those older than the list, and none newer', () => {
    expect(seen(withAllSeen(LIST, 9))).toEqual([
      [
        [9, 1],
        [7, 1],
      ],
      0,
    ]);
    expect(seen(withAllSeen(LIST, 8))).toEqual([
      [
        [9, 0],
        [7, 1],
      ],
      1,
    ]);
    expect(seen(withAllSeen(LIST, 6))).toEqual(seen(LIST));
  });

  it('shows the latest change before the server confirmed it, and which marks are pending', () => {
    const said = [
      { kind: 'all-notifications', last_id: 9 },
      { kind: 'notification', id: 7, is_seen: 0 },
    ] as const;
    expect(seen(withWrites(LIST, said))).toEqual([
      [
        [9, 1],
        [7, 0],
      ],
      1,
    ]);
    expect(waitingIds(LIST, said)).toEqual(new Set([9, 7]));
    expect(waitingIds(LIST, [{ kind: 'notification', id: 7, is_seen: 1 }])).toEqual(new Set());
  });

  it('has the newest id, or 0 when it is empty', () => {
    expect(newestId(LIST)).toBe(9);
    expect(newestId({ data: [], count: 0, unseen: 0 })).toBe(0);
  });
});
