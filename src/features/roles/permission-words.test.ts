import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#contract/permissions.ts';
import { areasOf, wordsOf } from './permission-words.ts';

describe('permissions by area', () => {
  it('each appear once, with a description', () => {
    const listed = areasOf().flatMap(({ permissions }) => permissions);
    expect(listed.toSorted()).toEqual([...PERMISSIONS].toSorted());
    for (const permission of PERMISSIONS)
      expect(wordsOf(permission)).toEqual({ name: expect.stringMatching(/^\w/), opens: expect.stringMatching(/\.$/) });
    expect(new Set(PERMISSIONS.map((permission) => wordsOf(permission).name)).size).toBe(PERMISSIONS.length);
  });

  it('are those that the server knows, including strings unknown to this page', () => {
    const areas = areasOf(['r:dashboard', 'r:holograms']);
    expect(areas).toEqual([
      { title: 'Studies and uploads', permissions: ['r:dashboard'] },
      { title: 'Other', permissions: ['r:holograms'] },
    ]);
    expect(wordsOf('r:holograms')).toEqual({ name: 'r:holograms', opens: '' });
  });
});
