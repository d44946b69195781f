import type { Samples } from '#imaging/frame.ts';

/** How three samples form a colour (PS3.3 C.7.6.3.1.2). */
export type ColourSpace = 'rgb' | 'ybr' | 'ybr-partial';

/** Three samples per pixel, interleaved, as red, green and blue of 8 bits. */
export function samplesToRgb(samples: Samples, bitsStored: number, space: ColourSpace): Uint8Array {
  const scaled = toEightBits(samples, bitsStored);
  return space === 'rgb' ? scaled : ybrToRgb(scaled, space === 'ybr' ? FULL_RANGE : PARTIAL_RANGE);
}

function toEightBits(samples: Samples, bitsStored: number): Uint8Array {
  if (samples instanceof Uint8Array && bitsStored === 8) return samples;
  const highest = 2 ** bitsStored - 1;
  return Uint8Array.from(samples, (value) => Math.round((value / highest) * 255));
}

/** Planar to interleaved. */
export function interleave<Kind extends Samples>(samples: Kind, planes: number): Kind {
  const interleaved = samples.slice() as Kind;
  const count = samples.length / planes;
  for (let plane = 0, from = 0; plane < planes; plane += 1) {
    for (let pixel = 0; pixel < count; pixel += 1, from += 1) interleaved[pixel * planes + plane] = samples[from] as number;
  }
  return interleaved;
}

/** Y1 Y2 Cb Cr of two neighbours to Y Cb Cr each. */
export function spreadChrominance(samples: Samples): Samples {
  const spread = samples.BYTES_PER_ELEMENT === 1 ? new Uint8Array((samples.length / 2) * 3) : new Uint16Array((samples.length / 2) * 3);
  for (let pair = 0, to = 0; pair + 3 < samples.length; pair += 4, to += 6) {
    spread[to] = samples[pair] as number;
    spread[to + 3] = samples[pair + 1] as number;
    spread[to + 1] = samples[pair + 2] as number;
    spread[to + 4] = samples[pair + 2] as number;
    spread[to + 2] = samples[pair + 3] as number;
    spread[to + 5] = samples[pair + 3] as number;
  }
  return spread;
}

/** PS3.3 C.7.6.3.1.2: luminance from 0 to 255, or from 16 to 235 with chrominance from 16 to 240. */
const FULL_RANGE = { black: 0, luminance: 1, redOfCr: 1.402, greenOfCb: 0.344136, greenOfCr: 0.714136, blueOfCb: 1.772 };
const PARTIAL_RANGE = { black: 16, luminance: 1.1644, redOfCr: 1.596, greenOfCb: 0.3917, greenOfCr: 0.813, blueOfCb: 2.0173 };

function ybrToRgb(samples: Uint8Array, { black, luminance, redOfCr, greenOfCb, greenOfCr, blueOfCb }: typeof FULL_RANGE): Uint8Array {
  const rgb = new Uint8ClampedArray(samples.length);
  for (let at = 0; at + 2 < samples.length; at += 3) {
    const y = ((samples[at] as number) - black) * luminance;
    const cb = (samples[at + 1] as number) - 128;
    const cr = (samples[at + 2] as number) - 128;
    rgb[at] = y + redOfCr * cr;
    rgb[at + 1] = y - greenOfCb * cb - greenOfCr * cr;
    rgb[at + 2] = y + blueOfCb * cb;
  }
  return new Uint8Array(rgb.buffer);
}
