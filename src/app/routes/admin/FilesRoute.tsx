export { FilesPage as FilesRoute } from '#features/files/FilesPage.tsx';
