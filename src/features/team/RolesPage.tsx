import { Button } from '@mantine/core';
import { IconShieldLock, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RoleOption, TeamMember } from '#contract/members.ts';
import { translated } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { NameCell } from '#ui/lists/NameCell.tsx';
import list from '#ui/lists/list-page.module.css';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import sections from '#ui/sections.module.css';
import { useSession } from '#ui/session-context.tsx';
import { MembersTable } from './MembersTable.tsx';
import { membersByRole } from './members-by-role.ts';
import { RoleSelect } from './RoleSelect.tsx';
import classes from './RolesPage.module.css';
import { TeamCrumb, TeamNav } from './TeamNav.tsx';
import { withStatus } from '#api/failure-texts.ts';
import { asOfText } from '#ui/lists/list-texts.ts';
import { TEXTS } from './texts.ts';
import { useMembers, useRoles } from './use-team-lists.ts';

/** ROUTE-092: the members of each role in this team. */
export function RolesPage() {
  const { serverReachable, permissions } = useSession<Session>();
  const members = useMembers();
  const roles = useRoles();
  return (
    <Page
      title={TEXTS.roles}
      breadcrumb={[<TeamCrumb key="team" />]}
      actions={
        permissions.has('r:roles') && (
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/admin/roles" {...props} />}
            leftSection={<IconShieldLock size={16} stroke={1.5} aria-hidden />}
          >
            {TEXTS.whatRolesAllow}
          </Button>
        )
      }
    >
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
        {(rows) =>
          rows === undefined ? (
            <MembersTable members={undefined} roles={undefined} label={TEXTS.roles} />
          ) : (
            <div className={sections.sections}>
              {membersByRole(rows, roles.data?.data ?? []).map((role) => (
                <RoleSection key={role.id} role={role} roles={roles.data?.data} />
              ))}
            </div>
          )
        }
      </ListStates>
    </Page>
  );
}

interface RoleSectionProps {
  role: RoleOption & { members: readonly TeamMember[] };
  roles: readonly RoleOption[] | undefined;
}

function RoleSection({ role, roles }: RoleSectionProps) {
  const { user } = useSession<Session>();
  const headingId = `role-${role.id}`;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className={sections.heading}>
        {translated(role.name)} <span className={sections.count}>{role.members.length}</span>
      </h2>
      {role.members.length === 0 ? (
        <p className={classes.nobody}>{TEXTS.nobodyHasRole}</p>
      ) : (
        <ul className={sections.panel}>
          {role.members.map((member) => (
            <li key={member.id} className={classes.member} data-member={member.id}>
              <NameCell name={member.name} color={member.data.color} marks={[member.id === user.id && TEXTS.you]} below={member.email} />
              <RoleSelect member={member} roles={roles} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
