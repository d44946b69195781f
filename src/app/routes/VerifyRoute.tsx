import { VerifyPage } from '#features/account/VerifyPage.tsx';
import { useVisit } from '#app/session/visit-context.tsx';

export function VerifyRoute() {
  const { session } = useVisit();
  return <VerifyPage onCheck={session.reload} onSignOut={session.signOut} />;
}
