import { SEGMENT_COLOURS } from '#model/segment-colours.ts';

const colourOf = (name: (typeof SEGMENT_COLOURS)[number]['name']): string => SEGMENT_COLOURS.find((each) => each.name === name)!.value;

export const PART_COLOURS = {
  train: colourOf('Sky blue'),
  validation: colourOf('Lavender'),
  test: colourOf('Lime'),
  none: 'var(--ls-control)',
} as const;
