import type { MantineColorScheme } from '@mantine/core';

/** Dark is the default: images are the brightest thing on the screen. */
export const COLOR_SCHEMES: { value: MantineColorScheme; label: string }[] = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'auto', label: 'System' },
];
