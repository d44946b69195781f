import { modals } from '@mantine/modals';
import type { ChooseStudies as Choose } from '#features/datasets/choose-studies.ts';
import { DatasetPage } from '#features/datasets/DatasetPage.tsx';
import { ChooseStudies } from '#features/studies/ChooseStudies.tsx';

const choose: Choose = ({ title, ...options }) => modals.open({ title, size: 'lg', children: <ChooseStudies {...options} /> });

export function DatasetRoute() {
  return <DatasetPage choose={choose} />;
}
