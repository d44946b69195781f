export { DatasetsPage as DatasetsRoute } from '#features/datasets/DatasetsPage.tsx';
