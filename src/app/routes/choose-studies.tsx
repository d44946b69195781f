import { modals } from '@mantine/modals';
import type { ComponentProps } from 'react';
import { ChooseStudies } from '#features/studies/ChooseStudies.tsx';

/** Opens the dialog that chooses studies, for features that do not know it. */
export function chooseStudies({ title, ...options }: { title: string } & ComponentProps<typeof ChooseStudies>): void {
  modals.open({ title, size: 'lg', children: <ChooseStudies {...options} /> });
}
