import { ActionIcon, Button, Checkbox, Group, Stack, Text, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAlertOctagon, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { ProjectDetail } from '#contract/project-details.ts';
import type { Session } from '#model/session.ts';
import { formatCount } from '#ui/format.ts';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import { Note } from '#ui/Note.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { addMembersText, PAGE_TEXTS as TEXTS, pageFailureText, removeMemberText } from './page-texts.ts';
import classes from './ProjectPages.module.css';
import { useProjectsChanged } from './use-project-pages.ts';

/** Who works on the project: members of the team. */
export function ProjectMembers({ project }: { project: ProjectDetail }) {
  const { serverReachable } = useSession<Session>();
  const changed = useProjectsChanged();
  const { id, members } = project;
  const isOpen = project.state_code !== 'finished';

  async function remove(userId: number) {
    const answer = await callApi(CALLS.changeProjectMembers, { params: { id: String(id) }, body: { remove: [userId] } });
    await changed();
    if (!answer.ok) showTrouble(pageFailureText(answer.failure));
  }

  return (
    <section className={classes.card} aria-labelledby="project-members">
      <div className={classes.cardHead}>
        <h2 id="project-members" className={classes.cardTitle}>
          {TEXTS.members}
        </h2>
        <span className={classes.dim}>{formatCount(members.length)}</span>
        {isOpen && (
          <span className={classes.end}>
            <ServerButton
              serverReachable={serverReachable}
              why={TEXTS.needsServer}
              variant="default"
              onClick={() => modals.open({ title: TEXTS.addMembersTitle, children: <AddMembers id={id} members={members} /> })}
            >
              {TEXTS.addMembers}
            </ServerButton>
          </span>
        )}
      </div>
      {members.length === 0 && <p className={classes.none}>{TEXTS.noMembers}</p>}
      <ul className={classes.people}>
        {members.map((member) => (
          <li key={member.id}>
            <LetterAvatar name={member.name} color={member.data.color} size={24} />
            <bdi className={classes.person}>{member.name}</bdi>
            {isOpen && (
              <Tooltip label={serverReachable ? TEXTS.remove : TEXTS.needsServer}>
                <ActionIcon
                  aria-label={removeMemberText(member.name)}
                  aria-disabled={!serverReachable}
                  onClick={() => serverReachable && void remove(member.id)}
                >
                  <IconX size={16} stroke={1.5} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function AddMembers({ id, members }: Pick<ProjectDetail, 'id' | 'members'>) {
  const { team, serverReachable } = useSession<Session>();
  const changed = useProjectsChanged();
  const [chosen, setChosen] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const others = (team?.users ?? []).filter((user) => !members.some((member) => member.id === user.id));

  async function add() {
    setBusy(true);
    const answer = await callApi(CALLS.changeProjectMembers, { params: { id: String(id) }, body: { add: chosen.map(Number) } });
    setBusy(false);
    await changed();
    if (!answer.ok) return setFailure(answer.failure);
    modals.closeAll();
  }

  return (
    <Stack>
      {others.length === 0 && <Text>{TEXTS.allAdded}</Text>}
      <Checkbox.Group aria-label={TEXTS.members} value={chosen} onChange={setChosen}>
        <div className={classes.choices}>
          {others.map((user) => (
            <Checkbox key={user.id} className={classes.choice ?? ''} value={String(user.id)} label={user.name} />
          ))}
        </div>
      </Checkbox.Group>
      {failure !== null && <Note tone="broken" icon={IconAlertOctagon} title={pageFailureText(failure)} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => modals.closeAll()}>
          {TEXTS.cancel}
        </Button>
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          loading={busy}
          disabled={chosen.length === 0}
          onClick={() => void add()}
        >
          {addMembersText(chosen.length)}
        </ServerButton>
      </Group>
    </Stack>
  );
}
