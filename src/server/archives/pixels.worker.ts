import type { ProcessWork } from '#server/process/process-messages.ts';
import type { FramePixels } from './archive-unpacker.ts';
import { framePixels } from './frame-pixels.ts';
import { createServerCodecs } from './server-codecs.ts';

/** In a process of its own: a picture of a file of unknown origin. */
const pixels: ProcessWork<string, FramePixels | null> = (name, [source]) => framePixels({ name, source: source! }, createServerCodecs());

export default pixels;
