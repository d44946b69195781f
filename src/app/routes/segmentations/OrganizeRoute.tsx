export { OrganizePage as OrganizeRoute } from '#features/segmentations/OrganizePage.tsx';
