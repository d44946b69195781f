import { describe, expect, it } from 'vitest';
import { avatarColours, contrast } from './avatar-colours.ts';

const channels = (hex: string) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as [number, number, number];

describe('the letter of an avatar', () => {
  it.each(['#3E7CB1', '#4F9D69', '#B4654A', '#8E6BBF', '#B08D2F', '#3A9B9B', '#B5577F', '#6B7FA3', '#7A8F3C', '#A0627E'])(
    'has a dark colour on %s, and is readable [DASH-03]',
    (color) => {
      const { ground, letter } = avatarColours(color);
      expect(letter).toBe('#14181b');
      expect(contrast(channels(ground), channels(letter))).toBeGreaterThan(4.5);
    },
  );

  it('turns white on a dark colour that the user chose', () => {
    const { ground, letter } = avatarColours('#000000');
    expect(letter).toBe('#ffffff');
    expect(contrast(channels(ground), channels(letter))).toBeGreaterThan(4.5);
  });
});
