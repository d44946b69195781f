import { ActionIcon, Button, Menu } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconDots, IconTemplate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { callApi } from '#api/call-api.ts';
import { withStatus } from '#api/failure-texts.ts';
import { CALLS } from '#contract/calls.ts';
import type { Blueprint } from '#contract/pipelines.ts';
import type { Session } from '#model/session.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import { DeleteItem } from '#ui/lists/DeleteItem.tsx';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { SkeletonRows } from '#ui/lists/SkeletonRows.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { PipelinesCrumb } from './Crumbs.tsx';
import classes from './Pipelines.module.css';
import { failureText, TEXTS, useText, wordsOf } from './texts.ts';
import { useBlueprints, usePipelinesChanged } from './use-pipelines.ts';

/** ROUTE-022: templates from which pipelines are made. */
export function BlueprintsPage() {
  const blueprints = useBlueprints();
  return (
    <ListPage
      title={TEXTS.blueprints}
      breadcrumb={[<PipelinesCrumb key="pipelines" />]}
      list={blueprints}
      texts={{ ...TEXTS, failed: withStatus(TEXTS.blueprintsFailed, blueprints.error) }}
      empty={{ icon: IconTemplate, title: TEXTS.blueprints }}
    >
      {(rows) =>
        rows === undefined ? (
          <SkeletonRows rows={3} cells={[{ width: '60%' }]} />
        ) : (
          <ul className={classes.blueprints}>
            {rows.map((blueprint) => (
              <BlueprintRow key={blueprint.uuid} blueprint={blueprint} />
            ))}
          </ul>
        )
      }
    </ListPage>
  );
}

function BlueprintRow({ blueprint }: { blueprint: Blueprint }) {
  const { uuid, modality_code: modality, ships } = blueprint;
  const { title, description } = wordsOf(blueprint);
  const { serverReachable } = useSession<Session>();
  const changed = usePipelinesChanged();

  async function remove() {
    const answer = await callApi(CALLS.deleteBlueprint, { params: { uuid } });
    modals.closeAll();
    await changed();
    if (!answer.ok) showTrouble(failureText(answer.failure));
  }

  return (
    <li className={classes.blueprint}>
      <div className={classes.stepWords}>
        <strong>
          <bdi>{title}</bdi>
        </strong>{' '}
        <CodeChip code={modality} name={modality} /> {ships && <span className={classes.dim}>{TEXTS.ships}</span>}
        <p className={classes.none}>{description}</p>
      </div>
      <Button component={Link} to="/pipeline/create" search={{ blueprint: uuid } as never} variant="default" aria-label={useText(title)}>
        {TEXTS.use}
      </Button>
      {!ships && (
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon aria-label={`${TEXTS.more}: ${title}`}>
              <IconDots size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <DeleteItem name={title} texts={TEXTS.deleteBlueprint} disabled={!serverReachable} onDelete={remove} />
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
