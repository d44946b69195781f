import { describe, expect, it } from 'vitest';
import type { PictureBox } from '#model/pictures/burned-in.ts';
import { blackAtClose, boxBetween, boxStyle, movedBox, placedBox } from './redaction-box.ts';

const SIZE = { rows: 200, columns: 400 };

describe('a redaction box', () => {
  it('covers all pixels that a drag touches, in any direction, and none outside the image', () => {
    const box = { row: 20, column: 100, rows: 21, columns: 101 };
    const [one, other] = [
      { across: 0.25, down: 0.1 },
      { across: 0.5015, down: 0.2001 },
    ];
    expect(boxBetween(one, other, SIZE)).toEqual(box);
    expect(boxBetween(other, one, SIZE)).toEqual(box);
    expect(boxBetween({ across: 0.9, down: 0.9 }, { across: 1.4, down: 7 }, SIZE)).toEqual({
      row: 180,
      column: 360,
      rows: 20,
      columns: 40,
    });
    expect(boxBetween({ across: -3, down: -1 }, { across: 0.1, down: 0.1 }, SIZE)).toEqual({ row: 0, column: 0, rows: 20, columns: 40 });
  });

  it('is not made by a press that hardly moves', () => {
    expect(boxBetween({ across: 0.5, down: 0.5 }, { across: 0.5, down: 0.5 }, SIZE)).toBeNull();
    expect(boxBetween({ across: 0.5, down: 0.5 }, { across: 0.8, down: 0.502 }, SIZE)).toBeNull();
  });

  it('is moved and resized with arrow keys, and stays inside the image', () => {
    const box = placedBox(0, SIZE);
    expect(box).toEqual({ row: 0, column: 0, rows: 25, columns: 133 });
    expect(movedBox(box, 'ArrowRight', false, SIZE)).toEqual({ ...box, column: 4 });
    expect(movedBox(box, 'ArrowUp', false, SIZE)).toEqual(box);
    expect(movedBox(box, 'ArrowDown', true, SIZE)).toEqual({ ...box, rows: 27 });
    expect(movedBox({ ...box, columns: 3 }, 'ArrowLeft', true, SIZE)).toMatchObject({ columns: 1 });
    expect(movedBox({ ...box, row: 175 }, 'ArrowDown', true, SIZE)).toMatchObject({ row: 175, rows: 25 });
    expect(movedBox(box, 'Enter', false, SIZE)).toBeNull();
  });

  it('made without a pointer is placed next to the earlier ones', () => {
    const placed = [0, 1, 2, 15, 16].map((before) => placedBox(before, SIZE));
    expect(placed.map(({ row, column }) => [row, column])).toEqual([
      [0, 0],
      [0, 267],
      [25, 0],
      [175, 267],
      [0, 0],
    ]);
  });

  it('of a one-pixel image is that pixel', () => {
    expect(placedBox(3, { rows: 1, columns: 1 })).toEqual({ row: 0, column: 0, rows: 1, columns: 1 });
  });

  it('is applied when the editor closes, together with those applied before they were moved or removed', () => {
    const [first, second, third] = [1, 2, 3].map((row) => ({ row, column: 0, rows: 5, columns: 9 })) as [
      PictureBox,
      PictureBox,
      PictureBox,
    ];
    expect(blackAtClose([first, second], [])).toEqual([first, second]);
    expect(blackAtClose([{ ...first }], [first])).toEqual([first]);
    expect(blackAtClose([third], [first, second])).toEqual([first, second, third]);
    expect(blackAtClose([], [first])).toEqual([first]);
  });

  it('covers its place at any size', () => {
    expect(boxStyle({ row: 50, column: 100, rows: 20, columns: 200 }, SIZE)).toEqual({
      left: '25%',
      top: '25%',
      width: '50%',
      height: '10%',
    });
  });
});
