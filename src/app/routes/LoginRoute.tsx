import { LoginPage } from '#features/account/LoginPage.tsx';
import { useReachability, useVisit } from '#app/session/visit-context.tsx';

export function LoginRoute() {
  const { session, settings } = useVisit();
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
