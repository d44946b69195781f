import { ActionIcon, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconDots, IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '#api/call-api.ts';
import { CALLS } from '#contract/calls.ts';
import type { ProjectDetail } from '#contract/project-details.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { DeleteItem } from '#ui/lists/DeleteItem.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { finishTitle, PAGE_TEXTS as TEXTS, pageFailureText, startTitle, startWhyText } from './page-texts.ts';
import { useProjectsChanged } from './use-project-pages.ts';

/** The next state, for those who may change it, and the menu of the project. */
export function ProjectActions({ project }: { project: ProjectDetail }) {
  return (
    <>
      {project.managed && <NextState project={project} />}
      <ProjectMenu project={project} />
    </>
  );
}

function NextState({ project: { id, name, state_code: state, studies } }: { project: ProjectDetail }) {
  const { serverReachable } = useSession<Session>();
  const changed = useProjectsChanged();
  if (state === 'finished') return null;
  const isStart = state === 'created';

  async function moveOn() {
    const body = { state: isStart ? ('in_progress' as const) : ('finished' as const) };
    const answer = await callApi(CALLS.changeProjectState, { params: { id: String(id) }, body });
    modals.closeAll();
    await changed();
    if (!answer.ok) showTrouble(pageFailureText(answer.failure));
  }

  const act = isStart ? TEXTS.start : TEXTS.finish;
  return (
    <ServerButton
      serverReachable={serverReachable && !(isStart && studies === 0)}
      why={serverReachable ? TEXTS.startEmpty : TEXTS.needsServer}
      {...(isStart ? {} : { variant: 'default' })}
      onClick={() =>
        askFirst({
          ...{ title: isStart ? startTitle(name) : finishTitle(name), act, keep: TEXTS.notYet, onAct: moveOn },
          why: isStart ? startWhyText(studies) : TEXTS.finishWhy,
        })
      }
    >
      {isStart ? TEXTS.startMenu : TEXTS.finishMenu}
    </ServerButton>
  );
}

function ProjectMenu({ project: { id, name, state_code: state, managed } }: { project: ProjectDetail }) {
  const { serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const changed = useProjectsChanged();
  const isDeletable = managed && state === 'created';
  if (state === 'finished') return null;

  async function remove() {
    const answer = await callApi(CALLS.deleteProject, { params: { id: String(id) } });
    modals.closeAll();
    if (!answer.ok) return showTrouble(pageFailureText(answer.failure));
    await navigate({ to: '/project' });
    await changed();
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={TEXTS.actions}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!serverReachable && <Menu.Label>{TEXTS.needsServer}</Menu.Label>}
        {!managed && <Menu.Label>{TEXTS.notManaged}</Menu.Label>}
        <Menu.Item
          disabled={!serverReachable}
          leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
          onClick={() => void navigate({ to: '/project/$id/edit', params: { id: String(id) } as never })}
        >
          {TEXTS.edit}
        </Menu.Item>
        {isDeletable && (
          <DeleteItem
            name={name}
            texts={{ menu: TEXTS.deleteMenu, ask: TEXTS.deleteAsk, act: TEXTS.delete, why: TEXTS.deleteWhy, keep: TEXTS.keep }}
            disabled={!serverReachable}
            onDelete={remove}
          />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
