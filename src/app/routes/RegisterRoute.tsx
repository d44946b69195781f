import { RegisterPage } from '#features/account/RegisterPage.tsx';
import { useSettings, useVisit } from '#app/session/visit-context.tsx';

export function RegisterRoute() {
  const { session } = useVisit();
  const settings = useSettings();
  return <RegisterPage onSignedIn={session.signIn} registrationOpen={settings?.registration === 'open'} />;
}
