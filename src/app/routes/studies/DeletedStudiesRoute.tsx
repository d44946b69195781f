export { DeletedStudiesPage as DeletedStudiesRoute } from '#features/studies/deletion/DeletedStudiesPage.tsx';
