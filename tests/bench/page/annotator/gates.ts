import type { Figure } from './contender.ts';
import { SIZE, SLICES } from './phantom.ts';

const VOXELS_MIB = (SIZE * SIZE * SLICES * 2) / 1024 ** 2;

/** What has to hold (issue 34, with the figures of facts/annotator.md 7): each time is the 95th percentile. Without a target: only watched. */
export const GATES = {
  slice: { gate: 'annotator: slice by key', unit: 'ms', target: 25 },
  jpeg2000: { gate: 'annotator: slice by key, JPEG 2000', unit: 'ms', target: 25 },
  jpegLs: { gate: 'annotator: slice by key, JPEG-LS', unit: 'ms', target: 25 },
  opening: { gate: 'annotator: slice by key, from the first picture on', unit: 'ms', target: null },
  wheel: { gate: 'annotator: slice by wheel, from the handler', unit: 'ms', target: 25 },
  window: { gate: 'annotator: window, three panes', unit: 'ms', target: 25 },
  oblique: { gate: 'annotator: oblique while moving', unit: 'ms', target: 55 },
  rest: { gate: 'annotator: oblique at rest', unit: 'ms', target: 90 },
  layers: { gate: 'annotator: oblique at rest, four layers and contours', unit: 'ms', target: 120 },
  first: { gate: 'annotator: first picture of a kept study', unit: 'ms', target: 400 },
  memory: { gate: 'annotator: memory growth when opening', unit: 'MiB', target: 1.6 * VOXELS_MIB },
  script: { gate: 'annotator: script beyond the app', unit: 'kB', target: 300 },
} as const;

/** Of our time to that of the best peer: 1.5 times ahead, 5 times ahead, and on a par. */
export const RATIOS = {
  slice: { gate: 'annotator: slice by key, beside the best peer', unit: 'ms', target: 1 / 1.5, targetOf: 'ratio' },
  oblique: { gate: 'annotator: oblique, beside the best peer', unit: 'ms', target: 1 / 5, targetOf: 'ratio' },
  window: { gate: 'annotator: window, beside the best peer', unit: 'ms', target: 1, targetOf: 'ratio' },
} as const satisfies Record<Figure, object>;
