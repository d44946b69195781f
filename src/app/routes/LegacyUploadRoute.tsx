import { useOwn } from '#app/session/visit-context.tsx';
import { LegacyPage } from '#features/legacy-upload/LegacyPage.tsx';

export function LegacyUploadRoute() {
  return <LegacyPage {...useOwn()} />;
}
