import { t } from '#language/t.ts';

/** Colours of structures and segments, in the order in which they are used. They are those of the theme (`segmentColors`). */
export const SEGMENT_COLOURS = [
  { name: t('Turquoise'), value: '#4FD0D0' },
  { name: t('Lavender'), value: '#B79CF2' },
  { name: t('Coral'), value: '#F0766B' },
  { name: t('Lime'), value: '#A8CC52' },
  { name: t('Sky blue'), value: '#5BB8F0' },
  { name: t('Orange'), value: '#F39A4B' },
  { name: t('Pink'), value: '#E888B8' },
  { name: t('Green'), value: '#6BCB9F' },
  { name: t('Blue'), value: '#7C93F5' },
  { name: t('Brown'), value: '#C98F62' },
  { name: t('Magenta'), value: '#D86FD0' },
  { name: t('Mint'), value: '#9FE0C0' },
  { name: t('Grey'), value: '#D7D9DC' },
] as const;
