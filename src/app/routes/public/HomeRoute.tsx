import { HomePage } from '#features/site/HomePage.tsx';
import { useSessionState, useSettings } from '#app/session/visit-context.tsx';

export function HomeRoute() {
  const settings = useSettings();
  return <HomePage signedIn={useSessionState().phase === 'signed-in'} setupNeeded={settings?.needed === true} />;
}
