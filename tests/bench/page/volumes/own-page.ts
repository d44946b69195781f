import * as fusion from './own-fusion.ts';
import * as surface from './own-surface.ts';
import * as volume from './own-volume.ts';
import type { OwnContender } from './taken.ts';

/** The page of Lightship: what its annotator draws with, without the page around it. */
const own: OwnContender = { renderer: () => 'its own code', ...fusion, ...surface, ...volume };
Object.assign(globalThis, { contender: own });
