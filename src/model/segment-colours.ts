import { t } from '#language/t.ts';

/** Colours of structures and segments, in the order in which they are used. They are those of the theme (`segmentColors`). */
export const SEGMENT_COLOURS = [
  { key: 'turquoise', name: t('Turquoise'), value: '#4FD0D0' },
  { key: 'lavender', name: t('Lavender'), value: '#B79CF2' },
  { key: 'coral', name: t('Coral'), value: '#F0766B' },
  { key: 'lime', name: t('Lime'), value: '#A8CC52' },
  { key: 'sky-blue', name: t('Sky blue'), value: '#5BB8F0' },
  { key: 'orange', name: t('Orange'), value: '#F39A4B' },
  { key: 'pink', name: t('Pink'), value: '#E888B8' },
  { key: 'green', name: t('Green'), value: '#6BCB9F' },
  { key: 'blue', name: t('Blue'), value: '#7C93F5' },
  { key: 'brown', name: t('Brown'), value: '#C98F62' },
  { key: 'magenta', name: t('Magenta'), value: '#D86FD0' },
  { key: 'mint', name: t('Mint'), value: '#9FE0C0' },
  { key: 'grey', name: t('Grey'), value: '#D7D9DC' },
] as const;

export const segmentColour = (key: (typeof SEGMENT_COLOURS)[number]['key']): string =>
  SEGMENT_COLOURS.find((one) => one.key === key)!.value;
