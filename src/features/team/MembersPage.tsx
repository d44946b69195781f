import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import list from '#ui/lists/list-page.module.css';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { MembersTable } from './MembersTable.tsx';
import classes from './Team.module.css';
import { TeamNav } from './TeamNav.tsx';
import { withStatus } from '#api/failure-texts.ts';
import { asOfText } from '#ui/lists/list-texts.ts';
import { TEXTS } from './texts.ts';
import { useMembers, useRoles } from './use-team-lists.ts';

interface MembersPageProps {
  title: string;
  breadcrumb?: readonly ReactNode[];
  /** Below the list. */
  children?: ReactNode;
}

/** ROUTE-093: the members of the team with their roles; and ROUTE-018, which adds the invite form below. */
export function MembersPage({ title, breadcrumb = [], children }: MembersPageProps) {
  const { serverReachable } = useSession<Session>();
  const members = useMembers();
  const roles = useRoles();
  return (
    <Page title={title} breadcrumb={breadcrumb}>
      <div className={list.bar}>
        <TeamNav />
        {members.data && (!serverReachable || members.isError) && <span className={list.asOf}>{asOfText(members.dataUpdatedAt)}</span>}
      </div>
      <ListStates
        list={members}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, members.error) }}
        empty={<EmptyState icon={IconUsers} title={TEXTS.noMembers} />}
      >
        {(rows) => <MembersTable members={rows} roles={roles.data?.data} label={TEXTS.members} />}
      </ListStates>
      {children !== undefined && <div className={classes.below}>{children}</div>}
    </Page>
  );
}
