export { DatasetCreatePage as DatasetCreateRoute } from '#features/datasets/DatasetCreatePage.tsx';
