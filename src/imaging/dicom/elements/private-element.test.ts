import { describe, expect, test } from 'vitest';
import { privateElement } from './private-element.ts';
import { createElementValues } from './element-values.ts';
import type { Element } from './sequences.ts';

const OURS = { creator: 'LIGHTHOUSE', group: 0x0019, element: 0x0c };

/** A set with a creator in each of the given blocks, and in each block the element with its number as offset. */
function foundWith(creators: Record<number, string>): number | undefined {
  const bytes = new TextEncoder().encode(Object.values(creators).join(''));
  const elements = new Map<number, Element>();
  let offset = 0;
  for (const [block, creator] of Object.entries(creators)) {
    elements.set(0x00190000 + Number(block), { vr: 'LO', offset, length: creator.length });
    elements.set(0x0019000c + Number(block) * 0x100, { vr: 'DS', offset: Number(block), length: 2 });
    offset += creator.length;
  }
  return privateElement(elements, createElementValues(bytes, false, elements), OURS)?.offset;
}

describe('a private element is found in the block that its creator reserved (PS3.5 7.8.1)', () => {
  const others = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, index) => [from + index, `OTHER ${index}`]));

  test.each([
    ['the first block', { 0x10: 'LIGHTHOUSE' }, 0x10],
    ['a block behind those of others', { 0x10: 'OTHER', 0x11: 'LIGHTHOUSE' }, 0x11],
    ['a block behind a gap', { 0x10: 'OTHER', 0x1f: 'LIGHTHOUSE' }, 0x1f],
    ['the last block of a group', { ...others(0x10, 0xff), 0xff: 'LIGHTHOUSE' }, 0xff],
  ])('%s', (_, creators, block) => {
    expect(foundWith(creators)).toBe(block);
  });

  test('and is absent when its creator reserved none, or all blocks are those of others', () => {
    expect(foundWith({ 0x10: 'OTHER', 0x11: 'LIGHTHOUSES' })).toBe(undefined);
    expect(foundWith(others(0x10, 0x100))).toBe(undefined);
  });
});
