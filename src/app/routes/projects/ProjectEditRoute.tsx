export { ProjectEditPage as ProjectEditRoute } from '#features/projects/ProjectFormPage.tsx';
