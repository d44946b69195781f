import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#contract/permissions.ts';
import { areasOf, wordsOf } from './permission-words.ts';

describe('permissions by area', () => {
  it('are each of them once, with words for a person', () => {
    const listed = areasOf().flatMap(({ permissions }) => permissions);
    expect(listed.toSorted()).toEqual([...PERMISSIONS].toSorted());
    for (const permission of PERMISSIONS)
      expect(wordsOf(permission)).toEqual({ name: expect.stringMatching(/^\w/), opens: expect.stringMatching(/\.$/) });
    expect(new Set(PERMISSIONS.map((permission) => wordsOf(permission).name)).size).toBe(PERMISSIONS.length);
  });

  it('are those that the server knows: of a newer one with the strings that this page does not know, of an older one without what it lacks', () => {
    const areas = areasOf(['r:dashboard', 'r:holograms']);
    expect(areas).toEqual([
      { title: 'Studies and uploads', permissions: ['r:dashboard'] },
      { title: 'Other', permissions: ['r:holograms'] },
    ]);
    expect(wordsOf('r:holograms')).toEqual({ name: 'r:holograms', opens: '' });
  });
});
