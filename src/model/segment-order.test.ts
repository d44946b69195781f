import { expect, it } from 'vitest';
import { inSegmentOrder, withSegmentMoved } from './segment-order.ts';

const segments = [
  { uuid: 'a', sort: 1 },
  { uuid: 'b', sort: 2 },
  { uuid: 'c', sort: 5 },
  { uuid: 'new', sort: null },
];
const order = (...uuids: string[]) => inSegmentOrder(segments, uuids).map(({ uuid, sort }) => `${uuid} ${sort}`);

it('segments of an order share their places and numbers, and the others keep theirs [SEG-035]', () => {
  expect(order('c', 'a')).toEqual(['c 1', 'b 2', 'a 5', 'new null']);
  expect(order('new', 'c', 'b', 'a')).toEqual(['new null', 'c 1', 'b 2', 'a 5']);
  expect(order('gone', 'b', 'a')).toEqual(['b 1', 'a 2', 'c 5', 'new null']);
  expect(order()).toEqual(['a 1', 'b 2', 'c 5', 'new null']);
});

it('one segment moves to the place of another', () => {
  expect(withSegmentMoved(segments, 'a', 2)).toEqual(['b', 'c', 'a', 'new']);
  expect(withSegmentMoved(segments, 'c', 0)).toEqual(['c', 'a', 'b', 'new']);
});
