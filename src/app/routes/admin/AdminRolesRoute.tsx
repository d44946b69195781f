export { RolesPage as AdminRolesRoute } from '#features/roles/RolesPage.tsx';
