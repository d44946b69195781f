import { segmentColour } from '#model/segment-colours.ts';

export const PART_COLOURS = {
  train: segmentColour('sky-blue'),
  validation: segmentColour('lavender'),
  test: segmentColour('lime'),
  none: 'var(--ls-control)',
} as const;
