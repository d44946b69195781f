import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createCodecs } from '#imaging/dicom/codecs/codecs.ts';
import type { ProcessWork } from '#server/process/process-messages.ts';
import { readSeries } from './read-series.ts';
import type { ReadSeries, SeriesToRead } from './series-reader.ts';

/** Reads one series in a separate process, because its files are untrusted. */
const read: ProcessWork<SeriesToRead['type'], ReadSeries> = (type, files) => {
  const codecs = createCodecs((file) => readFile(fileURLToPath(import.meta.resolve(`@cornerstonejs/codec-${file}/decodewasm`))));
  return readSeries({ type, files }, codecs);
};
export default read;
