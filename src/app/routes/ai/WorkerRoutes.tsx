export { ModelRulesPage as ModelRulesRoute } from '#features/ai-workers/ModelRulesPage.tsx';
export { WorkersPage as WorkersRoute } from '#features/ai-workers/WorkersPage.tsx';
