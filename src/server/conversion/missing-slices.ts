import { HEADER_BYTES, parseNiftiHeader } from '#imaging/nifti/parse-header.ts';
import type { Conversion } from './converter.ts';
import type { Given } from './frames-run.ts';

/**
 * dcm2niix converts the files that it can read and does not report the others: a volume without one of its slices looks like a
 * complete one. Fewer slices than in the series are reported with it. More are not an error: it resamples slices for gaps or a tilt.
 */
export function withMissingSlices(conversion: Conversion, { slices, unread }: Given): Conversion {
  if (!conversion.ok) return conversion;
  let made = 0;
  for (const { bytes } of conversion.volumes) {
    const parsed = parseNiftiHeader(bytes.subarray(0, HEADER_BYTES));
    if (!parsed.ok) return conversion;
    made += parsed.header.slices;
  }
  const missing = slices + unread - made;
  return missing > 0 ? { ...conversion, note: noteOf(missing, slices + unread) } : conversion;
}

/** Volumes of several slices that were stacked into one: contrasts, echoes or times of an enhanced image have the same positions. */
export function isPile(conversion: Conversion, { slices, volumes = 1 }: Given): boolean {
  if (!conversion.ok || volumes === 1) return false;
  return conversion.volumes.some(({ bytes }) => {
    const parsed = parseNiftiHeader(bytes.subarray(0, HEADER_BYTES));
    return parsed.ok && parsed.header.volumes === 1 && parsed.header.slices === slices;
  });
}

function noteOf(missing: number, all: number): string {
  return `${missing} of ${all} slices are missing from the volumes because the converter left them out. Their files are stored unchanged.`;
}
