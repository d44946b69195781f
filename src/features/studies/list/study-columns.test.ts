import { describe, expect, it } from 'vitest';
import { nextOrder, orderNow } from './study-columns.ts';

describe('the order of the study list', () => {
  it('is newest first without a choice', () => {
    expect([orderNow(undefined, 'created'), orderNow(undefined, 'name'), orderNow(undefined, 'date')]).toEqual(['desc', null, null]);
  });

  it('begins with the newest date or with A, and is reversed by a second press', () => {
    expect([nextOrder(undefined, 'name'), nextOrder('name', 'name'), nextOrder('-name', 'name')]).toEqual(['name', '-name', 'name']);
    expect([nextOrder(undefined, 'date'), nextOrder('-date', 'date'), nextOrder('date', 'date')]).toEqual(['-date', 'date', '-date']);
    expect([nextOrder(undefined, 'created'), nextOrder('created', 'created'), nextOrder('name', 'created')]).toEqual([
      'created',
      null,
      null,
    ]);
  });
});
