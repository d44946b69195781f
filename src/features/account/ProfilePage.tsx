import type { Session } from '#model/session.ts';
import { Page } from '#ui/Page.tsx';
import sections from '#ui/sections.module.css';
import { useSession } from '#ui/session-context.tsx';
import { ActedForMe } from './ActedForMe.tsx';
import { CloseAccount } from './CloseAccount.tsx';
import { LeaveTeams } from './LeaveTeams.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PROFILE_TEXTS as TEXTS } from './profile-texts.ts';
import { ProfileForm } from './ProfileForm.tsx';
import { SignIns } from './SignIns.tsx';

/** The user's account. `onClosed`: redirects after the account was closed. */
export function ProfilePage({ onClosed }: { onClosed: () => Promise<void> }) {
  const { user, serverReachable } = useSession<Session>();
  return (
    <Page title={TEXTS.title}>
      <div className={sections.sections}>
        <section aria-labelledby="you">
          <h2 id="you" className={sections.heading}>
            {TEXTS.you}
          </h2>
          <ProfileForm />
        </section>
        <section aria-labelledby="password">
          <h2 id="password" className={sections.heading}>
            {TEXTS.password}
          </h2>
          <PasswordForm serverReachable={serverReachable} />
        </section>
        <section aria-labelledby="sign-ins">
          <h2 id="sign-ins" className={sections.heading}>
            {TEXTS.signIns}
          </h2>
          <SignIns serverReachable={serverReachable} />
        </section>
        <ActedForMe />
        <section aria-labelledby="teams">
          <h2 id="teams" className={sections.heading}>
            {TEXTS.teams} <span className={sections.count}>{user.teams.length}</span>
          </h2>
          <LeaveTeams />
        </section>
        <section aria-labelledby="close">
          <h2 id="close" className={sections.heading}>
            {TEXTS.close}
          </h2>
          <CloseAccount serverReachable={serverReachable} onClosed={onClosed} />
        </section>
      </div>
    </Page>
  );
}
