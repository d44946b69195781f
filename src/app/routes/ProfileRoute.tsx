import { ProfilePage } from '#features/account/ProfilePage.tsx';
import { useVisit } from '#app/session/visit-context.tsx';

/** An account that is closed sends nothing any more: what waited for it on this device goes with it, as the page says. */
export function ProfileRoute() {
  const { session } = useVisit();
  return <ProfilePage onClosed={() => session.signOut('delete')} />;
}
