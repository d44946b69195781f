/** A picture to look at a display with, in the manner of TG18-QC of the AAPM: grey only, a pixel of it for each pixel of the display. */
export interface TestPicture {
  width: number;
  height: number;
  /** Row by row, 0 to 255. */
  grey: Uint8ClampedArray;
  /** Where its parts are, for whoever describes or checks it. */
  parts: readonly TestPart[];
}

export interface TestPart {
  kind: 'step' | 'dark' | 'bright' | 'lines';
  x: number;
  y: number;
  width: number;
  height: number;
  /** Of a step; of a low-contrast square within black or white; of lines the width of one of them in pixels. */
  value: number;
}

/** Steps from black to white: 0, 15, 30 … 255. */
const STEPS = 18;
const BACKGROUND = 128;
/** 5 and 95 percent of 255. */
const [DARK, BRIGHT] = [13, 242];
/** Corners of each step differ from it by this much (of 255): they vanish first where steps run together. */
const CORNER = 4;
const LINE_WIDTHS = [1, 2];

/** @throws {RangeError} if it is smaller than its parts. */
export function testPicture(width: number, height: number): TestPicture {
  if (width < 480 || height < 360) throw new RangeError('The picture is too small for its parts');
  const grey = new Uint8ClampedArray(width * height).fill(BACKGROUND);
  const parts: TestPart[] = [];
  function fill(x: number, y: number, wide: number, high: number, value: number): void {
    for (let row = y; row < y + high; row += 1) grey.fill(value, row * width + x, row * width + x + wide);
  }
  border(fill, width, height);

  const side = Math.floor(Math.min(width / 8, height / 6));
  // Steps in two rows, from black to white and back, so that neighbours differ by a step.
  const perRow = STEPS / 2;
  const step = Math.floor(Math.min((width * 0.8) / perRow, height / 6));
  const [left, top] = [Math.floor((width - perRow * step) / 2), Math.floor(height / 2 - step)];
  for (let at = 0; at < STEPS; at += 1) {
    const row = Math.floor(at / perRow);
    const column = row === 0 ? at : STEPS - 1 - at;
    const value = Math.round((at * 255) / (STEPS - 1));
    const [x, y] = [left + column * step, top + row * step];
    fill(x, y, step, step, value);
    const corner = Math.floor(step / 5);
    fill(x + corner, y + corner, corner, corner, value + CORNER);
    fill(x + step - 2 * corner, y + step - 2 * corner, corner, corner, value - CORNER);
    parts.push({ kind: 'step', ...{ x, y, width: step, height: step, value } });
  }

  // 5 percent in black and 95 percent in white.
  const inset = Math.floor(side / 4);
  const square = (kind: 'dark' | 'bright', x: number, outer: number, inner: number): void => {
    const y = Math.floor(height / 8);
    fill(x, y, side, side, outer);
    fill(x + inset, y + inset, side - 2 * inset, side - 2 * inset, inner);
    parts.push({ kind, x: x + inset, y: y + inset, width: side - 2 * inset, height: side - 2 * inset, value: inner });
  };
  square('dark', Math.floor(width / 2 - side * 1.5), 0, DARK);
  square('bright', Math.floor(width / 2 + side * 0.5), 255, BRIGHT);

  // Lines of one and of two pixels, upright and level, below the steps: grey where they run together.
  const y = Math.floor((height * 7) / 8) - side;
  for (const [at, pixels] of [...LINE_WIDTHS, ...LINE_WIDTHS].entries()) {
    const x = Math.floor(width / 2 + (at - 2) * side * 1.25 + side * 0.125);
    const isUpright = at < LINE_WIDTHS.length;
    for (let row = 0; row < side; row += 1)
      for (let column = 0; column < side; column += 1)
        grey[(y + row) * width + x + column] = Math.floor((isUpright ? column : row) / pixels) % 2 === 0 ? 255 : 0;
    parts.push({ kind: 'lines', ...{ x, y, width: side, height: side, value: pixels } });
  }
  return { width, height, grey, parts };
}

/** A white line at the very edge: one that is missing was cut off by the display or the browser. */
function border(fill: (x: number, y: number, wide: number, high: number, value: number) => void, width: number, height: number): void {
  fill(0, 0, width, 1, 255);
  fill(0, height - 1, width, 1, 255);
  fill(0, 0, 1, height, 255);
  fill(width - 1, 0, 1, height, 255);
}
