import { useOwn } from '#app/session/visit-context.tsx';
import { OrganizePage } from '#features/segmentations/OrganizePage.tsx';

export function OrganizeRoute() {
  const { db } = useOwn();
  return <OrganizePage db={db} />;
}
