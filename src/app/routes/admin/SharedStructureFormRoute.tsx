export { SharedStructureFormPage as SharedStructureFormRoute } from '#features/structures/shared/SharedStructureFormPage.tsx';
