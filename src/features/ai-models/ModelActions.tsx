import { ActionIcon, Button, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import {
  IconCopy,
  IconDots,
  IconFileText,
  IconFolderDown,
  IconPencil,
  IconPlus,
  IconSchool,
  IconSparkles,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { callApi } from '#api/call-api.ts';
import { putIntoFiles } from '#api/put-into-files.ts';
import type { AiModelDetail, AiModelVersion } from '#contract/ai/models.ts';
import { CALLS } from '#contract/calls.ts';
import { administersTeam } from '#contract/permissions.ts';
import type { Session } from '#model/session.ts';
import { askFirst } from '#ui/ask-first.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showDone, showTrouble } from '#ui/toasts.ts';
import { AddVersion } from './AddVersion.tsx';
import { ModelCard } from './ModelCard.tsx';
import { deleteTitle, failureText, putWhyText, TEXTS } from './texts.ts';
import { useModelsChanged } from './use-models.ts';

/** In the header of a model. */
export function ModelActions({ model, version }: { model: AiModelDetail; version: AiModelVersion | null }) {
  const { permissions } = useSession<Session>();
  return (
    <>
      {model.promoted !== null && permissions.has('r:ai-infers') && (
        <Button
          component={Link}
          to="/ai-infers/create"
          search={{ model: model.id } as never}
          variant="default"
          visibleFrom="sm"
          leftSection={<IconSparkles size={16} stroke={1.5} aria-hidden />}
        >
          {TEXTS.run}
        </Button>
      )}
      {version !== null && (
        <Button
          variant="default"
          visibleFrom="sm"
          leftSection={<IconFileText size={16} stroke={1.5} aria-hidden />}
          onClick={() => openCard(model, version)}
        >
          {TEXTS.card}
        </Button>
      )}
      <ModelMenu model={model} version={version} />
    </>
  );
}

const openCard = (model: AiModelDetail, version: AiModelVersion) =>
  modals.open({ title: TEXTS.card, size: 'lg', children: <ModelCard model={model} version={version} /> });

function ModelMenu({ model, version }: { model: AiModelDetail; version: AiModelVersion | null }) {
  const { serverReachable, permissions } = useSession<Session>();
  const navigate = useNavigate();
  const changed = useModelsChanged();
  const id = String(model.id);

  async function remove() {
    const answer = await callApi(CALLS.deleteAiModel, { params: { id } });
    modals.closeAll();
    if (!answer.ok) return showTrouble(failureText(answer.failure));
    await navigate({ to: '/ai2-model' });
    await changed();
  }

  async function put({ uuid }: AiModelVersion) {
    const { isDone, words } = await putIntoFiles([{ kind: 'model', version: uuid }]);
    if (isDone) showDone(words);
    else showTrouble(words);
  }

  const away = !serverReachable;
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon aria-label={TEXTS.actions}>
          <IconDots size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {away && <Menu.Label>{TEXTS.needsServer}</Menu.Label>}
        {version !== null && (
          <Menu.Item
            hiddenFrom="sm"
            leftSection={<IconFileText size={16} stroke={1.5} aria-hidden />}
            onClick={() => openCard(model, version)}
          >
            {TEXTS.card}
          </Menu.Item>
        )}
        {version !== null && administersTeam(permissions) && (
          <Menu.Item
            disabled={away}
            title={putWhyText(version.number)}
            leftSection={<IconFolderDown size={16} stroke={1.5} aria-hidden />}
            onClick={() => void put(version)}
          >
            {TEXTS.put}
          </Menu.Item>
        )}
        {permissions.has('r:ai-trainings') && (
          <Menu.Item
            disabled={away}
            leftSection={<IconSchool size={16} stroke={1.5} aria-hidden />}
            onClick={() => void navigate({ to: '/ai2-trainings/create', search: { model: model.id } as never })}
          >
            {TEXTS.train}
          </Menu.Item>
        )}
        {model.editable && (
          <>
            <Menu.Item
              disabled={away}
              leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
              onClick={() => modals.open({ title: TEXTS.addTitle, size: 'lg', children: <AddVersion model={model} /> })}
            >
              {TEXTS.addVersion}
            </Menu.Item>
            <Menu.Item
              disabled={away}
              leftSection={<IconPencil size={16} stroke={1.5} aria-hidden />}
              onClick={() => void navigate({ to: '/ai2-model/$id/edit', params: { id } as never })}
            >
              {TEXTS.edit}
            </Menu.Item>
          </>
        )}
        <Menu.Item
          disabled={away}
          leftSection={<IconCopy size={16} stroke={1.5} aria-hidden />}
          onClick={() => void navigate({ to: '/ai2-model/create', search: { from: model.id } as never })}
        >
          {TEXTS.copy}
        </Menu.Item>
        {model.editable && (
          <Menu.Item
            disabled={away}
            color="coral"
            leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
            onClick={() =>
              askFirst({
                title: deleteTitle(model.name),
                why: TEXTS.removeWhy,
                act: TEXTS.remove,
                keep: TEXTS.keep,
                onAct: remove,
              })
            }
          >
            {TEXTS.removeMenu}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
