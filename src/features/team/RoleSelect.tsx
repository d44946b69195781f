import { Select, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { RoleOption, TeamMember } from '#contract/members.ts';
import { translated } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { useSession } from '#ui/session-context.tsx';
import classes from './RoleSelect.module.css';
import { roleOfText, TEXTS } from './texts.ts';
import { useMemberActions } from './use-member-actions.ts';

interface RoleSelectProps {
  member: TeamMember;
  /** Those that this user may assign; undefined while not known. */
  roles: readonly RoleOption[] | undefined;
}

/** The role of a member, editable if this user may assign it. The server checks again. */
export function RoleSelect({ member, roles }: RoleSelectProps) {
  const { user, serverReachable } = useSession<Session>();
  const { wantedRoleId, change } = useMemberActions(member);
  const isGiven = roles?.some(({ id }) => id === member.role_id) === true;
  // Members with permissions that this user lacks cannot be changed here.
  if (!isGiven) return <span className={classes.role}>{translated(member.role_name)}</span>;

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
        classNames={{ input: classes.field ?? '' }}
        aria-label={roleOfText(member.name)}
        aria-disabled={!serverReachable}
        readOnly={!serverReachable || wantedRoleId !== null}
        data={roles.map(({ id, name }) => ({ value: String(id), label: translated(name) }))}
        value={String(wantedRoleId ?? member.role_id)}
        onChange={choose}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
      />
    </Tooltip>
  );
}
