import { useRouter } from '@tanstack/react-router';
import { GetStartedPage } from '#features/account/GetStartedPage.tsx';
import { useSettings, useVisit } from '#app/session/visit-context.tsx';
import { HOME } from '#app/guards/visit.ts';

export function GetStartedRoute() {
  const { session, site } = useVisit();
  const settings = useSettings();
  const router = useRouter();

  /** This page is open to everybody, so no guard redirects from it: the dashboard's guards lead to the new team. */
  async function enter(token: string) {
    const entered = await session.signIn(token);
    if (entered.ok) await router.navigate({ to: HOME });
    return entered;
  }

  return <GetStartedPage onSignedIn={enter} setupNeeded={settings?.needed === true} baseHost={site.baseHost} />;
}
