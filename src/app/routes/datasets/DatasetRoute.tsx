import { chooseStudies } from '#app/routes/choose-studies.tsx';
import { DatasetPage } from '#features/datasets/DatasetPage.tsx';

export function DatasetRoute() {
  return <DatasetPage choose={chooseStudies} />;
}
