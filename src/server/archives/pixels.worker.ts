import type { ProcessWork } from '#server/process/process-messages.ts';
import type { FramePixels } from './archive-unpacker.ts';
import { framePixels } from './frame-pixels.ts';
import { createServerCodecs } from './server-codecs.ts';

/** Separate process: the image comes from an untrusted file. */
const pixels: ProcessWork<string, FramePixels | null> = (name, [source]) => framePixels({ name, source: source! }, createServerCodecs());

export default pixels;
