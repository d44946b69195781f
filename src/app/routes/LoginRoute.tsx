import { LoginPage } from '#features/account/LoginPage.tsx';
import { useReachability, useSettings, useVisit } from '#app/session/visit-context.tsx';

export function LoginRoute() {
  const { session } = useVisit();
  const settings = useSettings();
  const { reachable } = useReachability();
  return (
    <LoginPage
      onSignedIn={session.signIn}
      serverReachable={reachable}
      setupNeeded={settings?.needed === true}
      registrationOpen={settings?.registration === 'open'}
    />
  );
}
