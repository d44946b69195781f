import { describe, expect, it, vi } from 'vitest';
import { RefusedHere } from './refused-here.ts';

const picked = (path: string, lastModified = 1) => ({ path, file: new File(['12345'], path, { lastModified }) });

describe('files that the door refused, as long as the page is open', () => {
  it('are given away once, by the ids of their rows', () => {
    const refused = new RefusedHere();
    const [a, b] = refused.add([picked('a'), picked('b')]);
    expect(refused.ids()).toEqual(new Set([a!.id, b!.id]));
    expect(refused.remove([b!.id, 'unknown'])).toEqual([b!.picked]);
    expect(refused.remove([b!.id])).toEqual([]);
    expect(refused.ids()).toEqual(new Set([a!.id]));
  });

  it('are not listed twice when they are given twice, unless they changed', () => {
    const refused = new RefusedHere();
    refused.add([picked('a')]);
    expect(refused.add([picked('a'), picked('a', 2), picked('b')]).map((one) => one.picked.path)).toEqual(['a', 'b']);
  });

  it('are listed again when their rows are gone', () => {
    const refused = new RefusedHere();
    const [a] = refused.add([picked('a'), picked('b')]);
    refused.keep([a!.id]);
    expect(refused.add([picked('a'), picked('b')]).map((one) => one.picked.path)).toEqual(['b']);
  });

  it('tell whoever shows them', () => {
    const refused = new RefusedHere();
    const listener = vi.fn();
    const before = refused.ids();
    const stop = refused.subscribe(listener);
    refused.add([picked('a')]);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(refused.ids()).not.toBe(before);
    expect(refused.ids()).toBe(refused.ids());
    stop();
    refused.add([picked('b')]);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
