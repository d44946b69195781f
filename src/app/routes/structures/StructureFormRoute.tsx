export { StructureFormPage as StructureFormRoute } from '#features/structures/StructureFormPage.tsx';
