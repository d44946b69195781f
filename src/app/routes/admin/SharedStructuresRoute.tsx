export { SharedStructuresPage as SharedStructuresRoute } from '#features/structures/shared/SharedStructuresPage.tsx';
