import { GetStartedPage } from '#features/account/GetStartedPage.tsx';
import { useVisit } from '#app/session/visit-context.tsx';

export function GetStartedRoute() {
  const { session, settings, site } = useVisit();
  return <GetStartedPage onSignedIn={session.signIn} setupNeeded={settings?.needed === true} baseHost={site.baseHost} />;
}
