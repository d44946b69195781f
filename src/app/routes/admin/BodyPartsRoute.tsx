export { BodyPartsPage as BodyPartsRoute } from '#features/structures/shared/BodyPartsPage.tsx';
