export { UsersPage as AdminUsersRoute } from '#features/administration/UsersPage.tsx';
