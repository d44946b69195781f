import { Select, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { RoleOption, TeamMember } from '#contract/members.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './Team.module.css';
import { roleOfText, TEXTS } from './texts.ts';
import { useMemberActs } from './use-member-acts.ts';

interface RoleSelectProps {
  member: TeamMember;
  /** Those that this person may give; undefined while they are not known. */
  roles: readonly RoleOption[] | undefined;
}

/** The role of a member, to be changed where this person may give it. The server checks again. */
export function RoleSelect({ member, roles }: RoleSelectProps) {
  const { user, serverReachable } = useSession<Session>();
  const { wantedRoleId, change } = useMemberActs(member);
  const isGiven = roles?.some(({ id }) => id === member.role_id) === true;
  // Who has rights that this person lacks is changed by somebody else.
  if (!isGiven) return <span className={classes.role}>{member.role_name}</span>;

  function choose(value: string | null) {
    const roleId = Number(value);
    if (value === null || roleId === member.role_id) return;
    if (member.id !== user.id) return void change(roleId);
    askFirst({ title: TEXTS.loseTitle, why: TEXTS.loseWhy, act: TEXTS.loseDo, onAct: () => change(roleId).then(() => modals.closeAll()) });
  }

  return (
    <Tooltip label={TEXTS.needsServer} disabled={serverReachable}>
      <Select
        size="xs"
        className={classes.role ?? ''}
        classNames={{ input: classes.roleField ?? '' }}
        aria-label={roleOfText(member.name)}
        aria-disabled={!serverReachable}
        readOnly={!serverReachable || wantedRoleId !== null}
        data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(wantedRoleId ?? member.role_id)}
        onChange={choose}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
      />
    </Tooltip>
  );
}
