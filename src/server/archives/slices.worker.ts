import type { ProcessWork } from '#server/process/process-messages.ts';
import type { SliceValues, WantedSlices } from './archive-unpacker.ts';
import { createServerCodecs } from './server-codecs.ts';
import { sliceValues } from './slice-values.ts';

/** Separate process: the images come from untrusted files. */
const slices: ProcessWork<{ names: readonly string[]; wanted: WantedSlices }, SliceValues | null> = ({ names, wanted }, files) =>
  sliceValues(
    names.map((name, index) => ({ name, source: files[index]! })),
    wanted,
    createServerCodecs(),
  );

export default slices;
