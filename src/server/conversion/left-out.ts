import { HEADER_BYTES, parseNiftiHeader } from '#imaging/nifti/parse-header.ts';
import type { Conversion } from './converter.ts';
import type { Given } from './frames-run.ts';

/**
 * dcm2niix makes volumes of the files that it likes and says nothing to the caller about the others: a volume without one of its slices looks like a
 * whole one. Fewer slices than the series holds are named beside it. More are no fault: it lays slices anew where gaps or a tilt ask for it.
 */
export function withLeftOut(conversion: Conversion, { slices, unread }: Given): Conversion {
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

/** Volumes of several slices that were laid on one another as one: contrasts, echoes or times of an enhanced image stand at the same places. */
export function isPile(conversion: Conversion, { slices, volumes = 1 }: Given): boolean {
  if (!conversion.ok || volumes === 1) return false;
  return conversion.volumes.some(({ bytes }) => {
    const parsed = parseNiftiHeader(bytes.subarray(0, HEADER_BYTES));
    return parsed.ok && parsed.header.volumes === 1 && parsed.header.slices === slices;
  });
}

function noteOf(missing: number, all: number): string {
  return `${missing} of ${all} slices are in no volume: the converter left them out. Their files are kept as they were sent.`;
}
