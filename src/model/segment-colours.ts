/** Colours of structures and segments, in the order in which they are used. They are those of the theme (`segmentColors`). */
export const SEGMENT_COLOURS = [
  { name: 'Turquoise', value: '#4FD0D0' },
  { name: 'Lavender', value: '#B79CF2' },
  { name: 'Coral', value: '#F0766B' },
  { name: 'Lime', value: '#A8CC52' },
  { name: 'Sky blue', value: '#5BB8F0' },
  { name: 'Orange', value: '#F39A4B' },
  { name: 'Pink', value: '#E888B8' },
  { name: 'Green', value: '#6BCB9F' },
  { name: 'Blue', value: '#7C93F5' },
  { name: 'Brown', value: '#C98F62' },
  { name: 'Magenta', value: '#D86FD0' },
  { name: 'Mint', value: '#9FE0C0' },
  { name: 'Grey', value: '#D7D9DC' },
] as const;
