import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { MembersTable } from './MembersTable.tsx';
import classes from './Team.module.css';
import { TeamNav } from './TeamNav.tsx';
import { withStatus } from '#api/failure-texts.ts';
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
  const members = useMembers();
  const roles = useRoles();
  return (
    <ListPage
      title={title}
      breadcrumb={breadcrumb}
      list={members}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, members.error) }}
      filters={<TeamNav />}
      empty={{ icon: IconUsers, title: TEXTS.noMembers }}
      after={children !== undefined && <div className={classes.below}>{children}</div>}
    >
      {(rows) => <MembersTable members={rows} roles={roles.data?.data} label={TEXTS.members} />}
    </ListPage>
  );
}
