import { useLocation } from '@tanstack/react-router';
import { useSignOut } from '#app/session/use-sign-out.tsx';
import { VerifyPage } from '#features/account/VerifyPage.tsx';
import { useVisit } from '#app/session/visit-context.tsx';

export function VerifyRoute() {
  const { session } = useVisit();
  const signOut = useSignOut();
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  return <VerifyPage search={search} onCheck={session.reload} onSignOut={signOut} />;
}
