export { ModelFormPage as ModelFormRoute } from '#features/ai-models/ModelFormPage.tsx';
export { ModelPage as ModelRoute } from '#features/ai-models/ModelPage.tsx';
export { ModelsPage as ModelsRoute } from '#features/ai-models/ModelsPage.tsx';
