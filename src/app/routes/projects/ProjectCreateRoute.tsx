export { ProjectCreatePage as ProjectCreateRoute } from '#features/projects/ProjectFormPage.tsx';
