import { describe, expect, it } from 'vitest';
import { checkPicture } from './check-picture.ts';

const TAKEN = { ms: 20, atMs: 1000, bright: 0.4, coloured: 0.1, hash: 1 };

describe('a picture of a contender', () => {
  it('counts if it shows something, and something else than the one before', () => {
    expect(() => checkPicture(TAKEN, { ...TAKEN, hash: 2 }, { inColour: true })).not.toThrow();
    expect(() => checkPicture({ ...TAKEN, coloured: 0 }, null, { inColour: false })).not.toThrow();
  });

  it('does not count if it is black, without the colours of the PET, or still the one before', () => {
    expect(() => checkPicture({ ...TAKEN, bright: 0 }, null, { inColour: true })).toThrow('Nothing is to be seen');
    expect(() => checkPicture({ ...TAKEN, coloured: 0 }, null, { inColour: true })).toThrow('The PET is not to be seen');
    expect(() => checkPicture(TAKEN, TAKEN, { inColour: true })).toThrow('The picture before');
  });
});
