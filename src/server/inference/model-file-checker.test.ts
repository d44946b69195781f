import { describe, expect, it } from 'vitest';
import type { ByteSource } from '#imaging/byte-source.ts';
import { smallNetwork, SMALL_MANIFEST } from '#tests/fixtures/small-network.ts';
import { createModelFileCheck } from './model-file-checker.ts';

const GOING_ON = new AbortController().signal;
const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (offset, length) => Promise.resolve(bytes.slice(offset, offset + length)),
});

describe('the check of the file of a model', { timeout: 30_000 }, () => {
  const check = createModelFileCheck();

  it('runs in a process of its own, and names what does not fit the manifest [AI-37]', async () => {
    expect(await check.check(SMALL_MANIFEST, sourceOf(smallNetwork()), GOING_ON)).toEqual([]);
    const channels = [...SMALL_MANIFEST.channels, ...SMALL_MANIFEST.channels];
    const classes = SMALL_MANIFEST.classes.slice(1);
    expect(await check.check({ ...SMALL_MANIFEST, channels, classes }, sourceOf(smallNetwork({ operatorSet: 99 })), GOING_ON)).toEqual([
      { why: 'operator-set', version: 99 },
      { why: 'channels', found: 1, expected: 2 },
      { why: 'classes', found: 3, expected: 2 },
    ]);
    expect(await check.check({ ...SMALL_MANIFEST, engine: 'trees' }, sourceOf(smallNetwork()), GOING_ON)).toEqual([{ why: 'damaged' }]);
  });

  it('does not read a file that is too large, and says when a file cannot be read [AI-37]', async () => {
    const read = () => Promise.reject(new Error('The store is away'));
    expect(await check.check(SMALL_MANIFEST, { size: 2 ** 31, read }, GOING_ON)).toMatchObject([{ why: 'too-large' }]);
    await expect(check.check(SMALL_MANIFEST, { size: 10, read }, GOING_ON)).rejects.toThrow('The store is away');
    const dying = createModelFileCheck({ worker: new URL('./no-such.worker.ts', import.meta.url) });
    expect(await dying.check(SMALL_MANIFEST, sourceOf(smallNetwork()), GOING_ON)).toEqual([{ why: 'unread' }]);
  });
});
