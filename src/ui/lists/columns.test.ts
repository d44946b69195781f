import { describe, expect, it } from 'vitest';
import { NO_CHOICE, orderedColumns, parseColumnChoice, withPlace, type Column, type ColumnChoice } from './columns.ts';

type Id = 'labels' | 'folder' | 'date' | 'size';
const COLUMNS: readonly Column<Id>[] = (['labels', 'folder', 'date', 'size'] as const).map((id) => ({
  ...{ id, title: id, width: '6rem', isDefault: true },
}));
const NONE: ColumnChoice<Id> = NO_CHOICE;
const orderOf = (choice: Pick<ColumnChoice<Id>, 'order'>, columns = COLUMNS) => orderedColumns(columns, choice).map(({ id }) => id);

describe('the order of columns [LIST-053]', () => {
  it('is that of the list until somebody moves one', () => {
    expect(orderOf(NONE)).toEqual(['labels', 'folder', 'date', 'size']);
  });

  it.each<[Id, number, Id[]]>([
    ['size', 0, ['size', 'labels', 'folder', 'date']],
    ['labels', 1, ['folder', 'labels', 'date', 'size']],
    ['labels', 3, ['folder', 'date', 'size', 'labels']],
    ['labels', 9, ['folder', 'date', 'size', 'labels']],
    ['labels', -1, ['labels', 'folder', 'date', 'size']],
  ])('%s moved to place %i', (id, place, order) => {
    expect(orderOf(withPlace(NONE, COLUMNS, id, place))).toEqual(order);
  });

  it('moves from the order that was set before', () => {
    const first = withPlace(NONE, COLUMNS, 'size', 0);
    expect(orderOf(withPlace(first, COLUMNS, 'size', 1))).toEqual(['labels', 'size', 'folder', 'date']);
  });

  it('has a place for columns that a later version adds, and forgets removed ones', () => {
    expect(orderOf({ order: ['size', 'folder'] })).toEqual(['labels', 'size', 'folder', 'date']);
    expect(orderOf({ order: ['size', 'folder', 'labels'] }, COLUMNS.slice(1))).toEqual(['size', 'folder', 'date']);
  });

  it('is read from what is stored, without unknown and repeated columns; older choices have none', () => {
    const stored = JSON.stringify({ shown: { date: false }, widths: {}, order: ['size', 'other', 'size', 4, 'date'] });
    expect(parseColumnChoice(stored, COLUMNS)).toEqual({ shown: { date: false }, widths: {}, order: ['size', 'date'] });
    expect(parseColumnChoice(JSON.stringify({ shown: {}, widths: { size: 90 } }), COLUMNS).order).toEqual([]);
    expect(parseColumnChoice('{"order":"size"}', COLUMNS).order).toEqual([]);
  });
});
