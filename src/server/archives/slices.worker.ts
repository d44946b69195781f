import type { ProcessWork } from '#server/process/process-messages.ts';
import type { SliceValues, WantedSlices } from './archive-unpacker.ts';
import { createServerCodecs } from './server-codecs.ts';
import { sliceValues } from './slice-values.ts';

/** In a process of its own: pictures of files of unknown origin. */
const slices: ProcessWork<{ names: readonly string[]; wanted: WantedSlices }, SliceValues | null> = ({ names, wanted }, files) =>
  sliceValues(
    names.map((name, index) => ({ name, source: files[index]! })),
    wanted,
    createServerCodecs(),
  );

export default slices;
