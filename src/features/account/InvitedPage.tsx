import { Anchor, Skeleton } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { ApiFailureError, isPassing, type ApiResult } from '#api/result.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import classes from './AccountForm.module.css';
import { InvitationNote } from './InvitationNote.tsx';
import { RegisterForm } from './RegisterPage.tsx';
import { joinText, TEXTS } from './texts.ts';
import { isWholeToken, useInvitation, type InvitationOfLink } from './use-invitation.ts';

interface InvitedPageProps {
  /** Token of the link. */
  token: string;
  /** Joins the team with the new account and opens it. */
  onSignedIn: (bearer: string, invitation: InvitationOfLink) => Promise<ApiResult<unknown>>;
  /** Where users who have an account sign in and join (INV-19). */
  signInPath: (team: string) => string;
  /** The link is not valid: the next visit of this tab is one without it. */
  onEnded: () => void;
}

/** The page of an invitation link: who invites, and an account for its address. */
export function InvitedPage({ token, onSignedIn, signInPath, onEnded }: InvitedPageProps) {
  const link = useInvitation(token);
  if (!isWholeToken(token)) return <NoInvitation title={TEXTS.linkCut} note={TEXTS.linkCutNote} onShown={onEnded} />;
  if (link.data !== undefined) {
    const invitation = link.data;
    const { email, team } = invitation;
    const invited = {
      token,
      email,
      title: joinText(team.title),
      note: <InvitationNote invitation={invitation} />,
      signInPath: signInPath(team.slug),
    };
    return <RegisterForm onSignedIn={(bearer) => onSignedIn(bearer, invitation)} invited={invited} />;
  }
  if (link.error instanceof ApiFailureError && link.error.failure.kind === 'refused' && !isPassing(link.error.failure))
    return <NoInvitation title={TEXTS.linkEnded} note={TEXTS.linkEndedNote} onShown={onEnded} />;
  if (!link.isError) return <Pending />;
  return (
    <ErrorState title={TEXTS.linkUnread} onRetry={() => void link.refetch()} retrying={link.isFetching}>
      {TEXTS.linkUnreadNote}
    </ErrorState>
  );
}

function NoInvitation({ title, note, onShown }: { title: string; note: string; onShown: () => void }) {
  useEffect(onShown, [onShown]);
  const signIn = (
    <Anchor href="/login" underline="always">
      {TEXTS.signIn}
    </Anchor>
  );
  return (
    <EmptyState icon={IconLinkOff} whole title={title} action={signIn}>
      {note}
    </EmptyState>
  );
}

/** The skeleton of the form. */
function Pending() {
  return (
    <div className={classes.form} aria-busy="true">
      <Skeleton h={24} w="60%" />
      {[0, 1, 2, 3].map((field) => (
        <Skeleton key={field} h={44} />
      ))}
    </div>
  );
}
