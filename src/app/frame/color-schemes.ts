import type { MantineColorScheme } from '@mantine/core';
import { t } from '#language/t.ts';

/** Dark is the default: images are the brightest thing on the screen. */
export const COLOR_SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'dark', label: t('Dark') },
  { value: 'light', label: t('Light') },
  { value: 'auto', label: t('System') },
];
