import { useLocation, useNavigate } from '@tanstack/react-router';
import { HOME } from '#app/guards/visit.ts';
import { useSignOut } from '#app/session/use-sign-out.tsx';
import { verifyLater } from '#app/session/verify-later.ts';
import { VerifyPage } from '#features/account/VerifyPage.tsx';
import { useVisit } from '#app/session/visit-context.tsx';

export function VerifyRoute() {
  const { session, site } = useVisit();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const state = session.read();
  const user = state.phase === 'signed-in' ? state.user : null;
  const team = user?.teams.find(({ slug }) => slug === site.team);
  const later =
    user === null || team === undefined
      ? {}
      : {
          later: {
            team: team.title,
            onGoOn() {
              verifyLater(user.id);
              void navigate({ href: HOME });
            },
          },
        };
  return <VerifyPage search={search} onCheck={session.reload} onSignOut={signOut} {...later} />;
}
