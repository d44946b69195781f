import { useState } from 'react';
import { loginPathFor } from '#app/guards/return-path.ts';
import { HOME } from '#app/guards/visit.ts';
import { dropInvitationLink, readInvitationLink } from '#app/session/invitation-link.ts';
import { joinAndEnter } from '#app/session/join-and-enter.ts';
import { useSettings, useVisit } from '#app/session/visit-context.tsx';
import { InvitedPage } from '#features/account/InvitedPage.tsx';
import { RegisterPage } from '#features/account/RegisterPage.tsx';

export function RegisterRoute() {
  const { session } = useVisit();
  const settings = useSettings();
  const [token] = useState(readInvitationLink);
  if (token === null) return <RegisterPage onSignedIn={session.signIn} registrationOpen={settings?.registration === 'open'} />;
  return (
    <InvitedPage
      token={token}
      onSignedIn={(bearer, { id }) => joinAndEnter(session, bearer, { id, token })}
      onEnded={dropInvitationLink}
      signInPath={(team) => loginPathFor({ to: HOME, team })}
    />
  );
}
