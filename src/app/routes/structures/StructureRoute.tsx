export { StructurePage as StructureRoute } from '#features/structures/StructurePage.tsx';
