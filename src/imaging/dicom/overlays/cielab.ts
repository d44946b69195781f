/**
 * `#RRGGBB` of a recommended colour: CIELab in three numbers of 16 bits (PS3.3 C.10.7.1.1). Colours beyond sRGB become the nearest of its values. Null unless
 * there are three numbers. The white point is D65: the standard means D50, but DCMTK, dcmqi and what is built on them write D65, and a colour should be the one
 * that its author saw.
 */
export function cielabToColour(numbers: readonly number[]): string | null {
  if (numbers.length !== 3) return null;
  const [lightness, a, b] = [numbers[0]! * (100 / 0xffff), numbers[1]! * (255 / 0xffff) - 128, numbers[2]! * (255 / 0xffff) - 128];
  const y = (lightness + 16) / 116;
  const [X, Y, Z] = [D65[0] * linear(y + a / 500), D65[1] * linear(y), D65[2] * linear(y - b / 200)];
  return toColour(XYZ_TO_RGB.map(([x, y, z]) => 255 * gamma(x * X + y * Y + z * Z)));
}

/** The recommended colour for a `#RRGGBB`: the inverse, with the same white point. */
export function colourToCielab(colour: string): [number, number, number] {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255).map(withoutGamma);
  const [x, y, z] = RGB_TO_XYZ.map((row, axis) => curved(row.reduce((sum, part, each) => sum + part * rgb[each]!, 0) / D65[axis]!)) as [
    number,
    number,
    number,
  ];
  const [lightness, a, b] = [116 * y - 16, 500 * (x - y), 200 * (y - z)];
  return [Math.round(lightness * (0xffff / 100)), Math.round((a + 128) * (0xffff / 255)), Math.round((b + 128) * (0xffff / 255))];
}

/** `#RRGGBB`, rounded. */
export function toColour(rgb: readonly number[]): string {
  const hex = rgb.map((value) =>
    Math.round(Math.min(255, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('').toUpperCase()}`;
}

const D65 = [0.950456, 1, 1.088754] as const;

const XYZ_TO_RGB = [
  [3.2404542, -1.5371385, -0.4985314],
  [-0.969266, 1.8760108, 0.041556],
  [0.0556434, -0.2040259, 1.0572252],
] as const;

const RGB_TO_XYZ = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
] as const;

function curved(value: number): number {
  return value > (6 / 29) ** 3 ? Math.cbrt(value) : value / (3 * (6 / 29) ** 2) + 16 / 116;
}

function withoutGamma(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function linear(value: number): number {
  return value > 6 / 29 ? value ** 3 : (value - 16 / 116) * 3 * (6 / 29) ** 2;
}

function gamma(value: number): number {
  return value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
}
