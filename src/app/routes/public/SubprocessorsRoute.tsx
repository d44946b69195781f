export { SubprocessorsPage as SubprocessorsRoute } from '#features/site/SubprocessorsPage.tsx';
