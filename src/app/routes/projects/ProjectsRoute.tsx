export { ProjectsPage as ProjectsRoute } from '#features/projects/ProjectsPage.tsx';
