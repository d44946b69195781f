export { PermissionsPage as AdminPermissionsRoute } from '#features/roles/PermissionsPage.tsx';
