import { ActionIcon, Button, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconDots, IconPencil, IconPlayerPlay, IconTemplate } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { PipelineDetail } from '#contract/pipelines.ts';
import { blueprintOf } from '#model/pipelines/blueprints.ts';
import type { Session } from '#model/session.ts';
import { DeleteItem } from '#ui/lists/DeleteItem.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showDone, showTrouble } from '#ui/toasts.ts';
import type { ChooseStudies } from './choose-studies.ts';
import { failureText, startedText, TEXTS } from './texts.ts';
import { usePipelinesChanged } from './use-pipelines.ts';

/** Run, edit, save as a blueprint, delete. */
export function PipelineActions({ pipeline, choose }: { pipeline: PipelineDetail; choose: ChooseStudies }) {
  const { permissions, serverReachable } = useSession<Session>();
  const navigate = useNavigate();
  const changed = usePipelinesChanged();
  // One for each opening of the dialog: a second try after a lost answer starts nothing twice.
  const [request, setRequest] = useState(() => crypto.randomUUID());
  const { id, name, current, modality_code: modality } = pipeline;

  async function run(studies: string[]): Promise<ApiFailure | null> {
    const answer = await callApi(CALLS.startFlows, { body: { request, pipeline: id, studies } });
    if (!answer.ok) return answer.failure;
    modals.closeAll();
    setRequest(crypto.randomUUID());
    showDone(startedText(answer.value.started, answer.value.known));
    await changed();
    return null;
  }

  async function saveAsBlueprint() {
    const fields = {
      ...{ title: name, description: '', modality_code: modality, acquisitions: pipeline.acquisitions.map(({ code }) => code) },
      ...blueprintOf(current!.definition),
    };
    const answer = await callApi(CALLS.saveBlueprint, { params: { uuid: crypto.randomUUID() }, body: fields });
    if (!answer.ok) return showTrouble(failureText(answer.failure));
    showDone(TEXTS.savedAsBlueprint);
    await changed();
  }

  async function remove() {
    const answer = await callApi(CALLS.deletePipeline, { params: { id: String(id) } });
    modals.closeAll();
    if (!answer.ok) return showTrouble(failureText(answer.failure));
    await navigate({ to: '/pipeline' });
    await changed();
  }

  const chooseStudies = () => choose({ title: TEXTS.runTitle, isIn: () => false, onAdd: run });
  const mayRun = current !== null && permissions.has('r:flow');
  return (
    <>
      {mayRun && (
        <ServerButton
          serverReachable={serverReachable}
          why={TEXTS.needsServer}
          variant="default"
          visibleFrom="sm"
          leftSection={<IconPlayerPlay size={16} stroke={1.5} aria-hidden />}
          onClick={chooseStudies}
        >
          {TEXTS.run}
        </ServerButton>
      )}
      <Button
        component={Link}
        to="/pipeline/$id/edit"
        params={{ id: String(id) } as never}
        leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
      >
        {TEXTS.edit}
      </Button>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon aria-label={TEXTS.more}>
            <IconDots size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {!serverReachable && <Menu.Label>{TEXTS.needsServer}</Menu.Label>}
          {mayRun && (
            <Menu.Item
              hiddenFrom="sm"
              disabled={!serverReachable}
              leftSection={<IconPlayerPlay size={16} stroke={1.5} aria-hidden />}
              onClick={chooseStudies}
            >
              {TEXTS.run}
            </Menu.Item>
          )}
          <Menu.Item
            disabled={!serverReachable || current === null}
            leftSection={<IconTemplate size={16} stroke={1.5} aria-hidden />}
            onClick={() => void saveAsBlueprint()}
          >
            {TEXTS.saveAsBlueprint}
          </Menu.Item>
          <DeleteItem name={name} texts={TEXTS.delete} disabled={!serverReachable} onDelete={remove} />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
