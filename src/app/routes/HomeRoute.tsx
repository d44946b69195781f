import { HomePage } from '#features/account/HomePage.tsx';
import { useSessionState, useVisit } from '#app/session/visit-context.tsx';

export function HomeRoute() {
  const { settings } = useVisit();
  return <HomePage signedIn={useSessionState().phase === 'signed-in'} setupNeeded={settings?.needed === true} />;
}
