import { IconMailForward } from '@tabler/icons-react';
import { useRef } from 'react';
import { parseWireDate } from '#contract/dates.ts';
import type { HandedInvitation } from '#contract/members.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { InvitationLinks } from '#ui/invitations/InvitationLinks.tsx';
import { useInvitationLinks } from '#ui/invitations/use-invitation-links.ts';
import list from '#ui/lists/list-page.module.css';
import { ListStates } from '#ui/lists/ListStates.tsx';
import sections from '#ui/sections.module.css';
import { useSession } from '#ui/session-context.tsx';
import { InvitationsTable } from './InvitationsTable.tsx';
import { InviteForm } from './InviteForm.tsx';
import classes from './Team.module.css';
import { withStatus } from '#api/failure-texts.ts';
import { asOfText } from '#ui/lists/list-texts.ts';
import { TEXTS } from './texts.ts';
import { useInvitations } from './use-team-lists.ts';

/** The invite form, its links, and the pending invitations: on `/team/invitations` and below the list of `/members`. */
export function Invitations() {
  const { permissions, serverReachable } = useSession<Session>();
  const invitations = useInvitations();
  const handed = useInvitationLinks();
  const heading = useRef<HTMLHeadingElement>(null);
  const mayInvite = permissions.has('r:invitations');
  const take = (brought: readonly HandedInvitation[]) => handed.take(brought.map(toLink));

  return (
    <div className={classes.narrow}>
      {mayInvite && <InviteForm onHanded={take} />}
      <InvitationLinks links={handed.links} onDone={handed.clear} />
      <section aria-labelledby="sent-invitations">
        <h2 id="sent-invitations" ref={heading} tabIndex={-1} className={sections.heading}>
          {TEXTS.sentList} <span className={sections.count}>{invitations.data?.data.length}</span>
          {invitations.data && (!serverReachable || invitations.isError) && (
            <span className={list.asOf}>{asOfText(invitations.dataUpdatedAt)}</span>
          )}
        </h2>
        <ListStates
          list={invitations}
          serverReachable={serverReachable}
          texts={{ ...TEXTS, failed: withStatus(TEXTS.invitationsFailed, invitations.error) }}
          empty={
            <EmptyState icon={IconMailForward} title={TEXTS.noInvitations}>
              {mayInvite ? TEXTS.noInvitationsWhy : TEXTS.mayNotInvite}
            </EmptyState>
          }
        >
          {(rows) => (
            <InvitationsTable
              invitations={rows}
              mayInvite={mayInvite}
              onHanded={take}
              onWithdrawn={(id) => {
                handed.drop(id);
                heading.current?.focus();
              }}
            />
          )}
        </ListStates>
      </section>
    </div>
  );
}

function toLink({ id, email, link, expires_at }: HandedInvitation) {
  return { id, email, link, until: parseWireDate(expires_at) };
}
