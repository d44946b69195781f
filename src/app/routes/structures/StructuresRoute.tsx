export { StructuresPage as StructuresRoute } from '#features/structures/StructuresPage.tsx';
