import { ProfilePage } from '#features/account/ProfilePage.tsx';
import { useVisit } from '#app/session/visit-context.tsx';

/** A closed account sends nothing any more: its waiting uploads on this device are deleted, as the page says. */
export function ProfileRoute() {
  const { session } = useVisit();
  return <ProfilePage onClosed={() => session.signOut('delete')} />;
}
