import { useState } from 'react';
import { dropInvitationLink, readInvitationLink } from '#app/session/invitation-link.ts';
import { joinAndEnter } from '#app/session/join-and-enter.ts';
import { useReachability, useSettings, useVisit } from '#app/session/visit-context.tsx';
import { InvitationNote } from '#features/account/InvitationNote.tsx';
import { LoginPage } from '#features/account/LoginPage.tsx';
import { joinText } from '#features/account/texts.ts';
import { useInvitation } from '#features/account/use-invitation.ts';

export function LoginRoute() {
  const { session } = useVisit();
  const settings = useSettings();
  const { reachable } = useReachability();
  const [token, setToken] = useState(readInvitationLink);
  const invitation = useInvitation(token).data;
  const joining =
    token === null || invitation === undefined
      ? null
      : {
          enter: (bearer: string) => joinAndEnter(session, bearer, { id: invitation.id, token }),
          email: invitation.email,
          title: joinText(invitation.team.title),
          note: <InvitationNote invitation={invitation} />,
          onPutAway() {
            dropInvitationLink();
            setToken(null);
          },
        };
  return (
    <LoginPage
      key={joining?.email}
      onSignedIn={joining?.enter ?? session.signIn}
      serverReachable={reachable}
      setupNeeded={settings?.needed === true}
      registrationOpen={settings?.registration === 'open'}
      {...(joining === null ? {} : { joining })}
    />
  );
}
