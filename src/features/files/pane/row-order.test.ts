import { expect, it } from 'vitest';
import { BY_NAME, compareNames, orderedRows, pressedOrder } from './row-order.ts';
import { rowOfItem, type Row } from './rows.ts';

const row = (name: string, { isDir = false, size = 0, at = 1 } = {}): Row =>
  rowOfItem({
    ...{ basename: name, filename: name, extension: '', isFile: !isDir, isDir, size, sizePretty: '' },
    ...{ path: `/north/${name}`, changed_at: at, busy: false },
  });
const names = (rows: readonly Row[]) => rows.map(({ name }) => name);

it('names are in natural order, folders first, whatever their letters [FM-011]', () => {
  const rows = [row('scan 10.nii'), row('scan 2.nii'), row('Zoo', { isDir: true }), row('apple'), row('B 1'), row('b 10', { isDir: true })];
  expect(names(orderedRows(rows, BY_NAME))).toEqual(['b 10', 'Zoo', 'apple', 'B 1', 'scan 2.nii', 'scan 10.nii']);
  expect(names(orderedRows(rows, { by: 'name', order: 'desc' }))).toEqual(['Zoo', 'b 10', 'scan 10.nii', 'scan 2.nii', 'B 1', 'apple']);
});

it('sizes and times order files, and what is alike is ordered by name', () => {
  const rows = [row('c', { size: 5, at: 9 }), row('a', { size: 7, at: 3 }), row('b', { size: 5, at: 4 }), row('folder', { isDir: true })];
  expect(names(orderedRows(rows, { by: 'size', order: 'desc' }))).toEqual(['folder', 'a', 'b', 'c']);
  expect(names(orderedRows(rows, { by: 'changed', order: 'asc' }))).toEqual(['folder', 'a', 'b', 'c']);
});

it('names that differ in case only always have the same order', () => {
  expect([compareNames('a', 'A'), compareNames('A', 'a'), compareNames('a', 'a')]).toEqual([1, -1, 0]);
});

it('a press on a head turns its order; sizes and times begin with the largest', () => {
  expect(pressedOrder(BY_NAME, 'name')).toEqual({ by: 'name', order: 'desc' });
  expect(pressedOrder(BY_NAME, 'size')).toEqual({ by: 'size', order: 'desc' });
  expect(pressedOrder({ by: 'size', order: 'desc' }, 'name')).toEqual(BY_NAME);
});
