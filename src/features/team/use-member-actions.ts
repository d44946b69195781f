import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { AnswerOf, Calls } from '#contract/calls.ts';
import type { TeamMember } from '#contract/members.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { showFailure } from '#ui/toasts.ts';
import { textOfFailure } from './texts.ts';
import { listKey } from './use-team-lists.ts';

interface MemberActions {
  /** Id of the role that is being sent to the server. */
  wantedRoleId: number | null;
  change: (roleId: number) => Promise<void>;
  /** True if they were removed. */
  remove: () => Promise<boolean>;
}

/** Changes one member: the server decides, then the lists are updated, and then the session, which holds the own permissions. */
export function useMemberActions(member: TeamMember): MemberActions {
  const { team, reload } = useSession<Session>();
  const client = useQueryClient();
  const [wantedRoleId, setWantedRoleId] = useState<number | null>(null);
  const key = listKey('team-members', team?.slug);

  async function show(next: (members: readonly TeamMember[]) => TeamMember[]) {
    // A list requested earlier would bring back the old state.
    await client.cancelQueries({ queryKey: key });
    client.setQueryData<AnswerOf<Calls['teamMembers']>>(key, (list) => list && { data: next(list.data) });
    void client.invalidateQueries({ queryKey: key });
    void reload();
  }

  return {
    wantedRoleId,
    async change(roleId) {
      setWantedRoleId(roleId);
      const answer = await callApi(CALLS.changeMember, { params: { id: String(member.id) }, body: { role_id: roleId } });
      if (answer.ok) await show((members) => members.map((one) => (one.id === member.id ? answer.value : one)));
      else {
        showFailure(textOfFailure(answer.failure));
        void client.invalidateQueries({ queryKey: key });
      }
      setWantedRoleId(null);
    },
    async remove() {
      const answer = await callApi(CALLS.removeMember, { params: { id: String(member.id) } });
      if (answer.ok) await show((members) => members.filter(({ id }) => id !== member.id));
      else showFailure(textOfFailure(answer.failure));
      return answer.ok;
    },
  };
}
