import { RegisterPage } from '#features/account/RegisterPage.tsx';
import { useVisit } from '#app/session/visit-context.tsx';

export function RegisterRoute() {
  const { session, settings } = useVisit();
  return <RegisterPage onSignedIn={session.signIn} registrationOpen={settings?.registration === 'open'} />;
}
