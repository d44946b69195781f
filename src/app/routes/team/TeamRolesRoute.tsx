export { RolesPage as TeamRolesRoute } from '#features/team/RolesPage.tsx';
