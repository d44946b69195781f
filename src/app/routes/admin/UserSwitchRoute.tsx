import { useSearch } from '@tanstack/react-router';
import { useVisit } from '#app/session/visit-context.tsx';
import { ActAsPage } from '#features/administration/acting/ActAsPage.tsx';

export function UserSwitchRoute() {
  const { session } = useVisit();
  const { user } = useSearch({ strict: false }) as { user?: unknown };
  return <ActAsPage chosen={Number.isSafeInteger(Number(user)) ? Number(user) : null} onSwitch={session.changeUser} />;
}
