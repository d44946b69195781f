import { ModelPage } from '#features/ai-models/ModelPage.tsx';
import { openAssign } from '#features/tasks/open-assign.tsx';

export { ModelFormPage as ModelFormRoute } from '#features/ai-models/ModelFormPage.tsx';
export { ModelsPage as ModelsRoute } from '#features/ai-models/ModelsPage.tsx';

export function ModelRoute() {
  return <ModelPage ask={openAssign} />;
}
