import { deflateRawSync } from 'node:zlib';
import { readNifti } from '#imaging/nifti/read-nifti.ts';
import { packBricks } from '#imaging/volume/pack-bricks.ts';
import type { ProcessWork } from '#server/process/process-messages.ts';

/** Smaller parts cost more in messages than in bytes. */
const PART_BYTES = 1024 ** 2;

/** The bricks of one volume, in parts. Answers with the length of their tail; null if the volume has no bricks. */
const answer: ProcessWork<null, number | null, Uint8Array> = async (_, [file], give) => {
  const read = file === undefined ? null : await readNifti(file);
  if (!file || !read?.ok) return null;
  const packing = packBricks({ file, header: read.header, deflate: (bytes) => deflateRawSync(bytes, { level: 1 }) });
  let [waiting, length]: [Uint8Array[], number] = [[], 0];
  for (;;) {
    const { done, value } = await packing.next();
    if (!done) {
      waiting.push(value);
      length += value.length;
    }
    if (length > 0 && (done || length >= PART_BYTES)) {
      await give(Buffer.concat(waiting));
      [waiting, length] = [[], 0];
    }
    if (done) return value;
  }
};
export default answer;
