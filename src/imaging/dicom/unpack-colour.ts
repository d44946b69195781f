import type { InstanceDescription } from '#model/instance.ts';
import type { Frame, Samples } from '#imaging/frame.ts';
import { unpackIntegers } from './unpack-integers.ts';

/** Three samples per pixel, interleaved or in planes, 8 or 16 bits, as red, green and blue of 8 bits. */
export function unpackColour(bytes: Uint8Array, description: InstanceDescription, isBigEndian: boolean): Frame {
  const { rows, columns, photometricInterpretation } = description;
  const isSubsampled = photometricInterpretation === 'YBR_FULL_422';
  const stored = unpackIntegers(bytes, rows * columns * (isSubsampled ? 2 : 3), { ...description, pixelRepresentation: 0 }, isBigEndian);
  const scaled = toEightBits(stored, description.bitsStored);
  const interleaved = isSubsampled ? spreadChrominance(scaled) : interleave(scaled, description.planarConfiguration);
  const samples = photometricInterpretation === 'RGB' ? interleaved : ybrToRgb(interleaved);
  return { kind: 'rgb', rows, columns, samples };
}

function toEightBits(samples: Samples, bitsStored: number): Uint8Array {
  if (samples instanceof Uint8Array && bitsStored === 8) return samples;
  const highest = 2 ** bitsStored - 1;
  return Uint8Array.from(samples, (value) => Math.round((value / highest) * 255));
}

function interleave(samples: Uint8Array, planarConfiguration: 0 | 1): Uint8Array {
  if (planarConfiguration === 0) return samples;
  const count = samples.length / 3;
  const interleaved = new Uint8Array(samples.length);
  for (let pixel = 0; pixel < count; pixel += 1) {
    interleaved[pixel * 3] = samples[pixel] as number;
    interleaved[pixel * 3 + 1] = samples[count + pixel] as number;
    interleaved[pixel * 3 + 2] = samples[2 * count + pixel] as number;
  }
  return interleaved;
}

/** Y1 Y2 Cb Cr for two neighbours to Y Cb Cr for each. */
function spreadChrominance(samples: Uint8Array): Uint8Array {
  const spread = new Uint8Array((samples.length / 2) * 3);
  for (let pair = 0, to = 0; pair + 3 < samples.length; pair += 4) {
    for (const luminance of [samples[pair], samples[pair + 1]]) {
      spread[to] = luminance as number;
      spread[to + 1] = samples[pair + 2] as number;
      spread[to + 2] = samples[pair + 3] as number;
      to += 3;
    }
  }
  return spread;
}

/** PS3.3 C.7.6.3.1.2, YBR_FULL. */
function ybrToRgb(samples: Uint8Array): Uint8Array {
  const rgb = new Uint8ClampedArray(samples.length);
  for (let at = 0; at + 2 < samples.length; at += 3) {
    const y = samples[at] as number;
    const cb = (samples[at + 1] as number) - 128;
    const cr = (samples[at + 2] as number) - 128;
    rgb[at] = y + 1.402 * cr;
    rgb[at + 1] = y - 0.344136 * cb - 0.714136 * cr;
    rgb[at + 2] = y + 1.772 * cb;
  }
  return new Uint8Array(rgb.buffer);
}
