import { ActionIcon, Anchor, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconFilterX, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '#api/call-api.ts';
import { withStatus } from '#api/failure-texts.ts';
import type { ApiFailure } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import type { ProjectDetail } from '#contract/project-details.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Pager } from '#ui/lists/Pager.tsx';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { PAGE_TEXTS as TEXTS, pageFailureText, removeStudyText } from './page-texts.ts';
import classes from './ProjectPages.module.css';
import type { StudyParts } from './study-parts.ts';
import { useProjectsChanged, useProjectStudies } from './use-project-pages.ts';

/** The studies of a project, in pages. They can be changed until it starts. */
export function ProjectStudies({ project, parts }: { project: ProjectDetail; parts: StudyParts }) {
  const { serverReachable } = useSession<Session>();
  const [page, setPage] = useState(1);
  const studies = useProjectStudies(project.id, page);
  const changed = useProjectsChanged();
  const isOpen = project.state_code === 'created';

  async function change(body: { add?: string[]; remove?: string[] }): Promise<ApiFailure | null> {
    const answer = await callApi(CALLS.changeProjectStudies, { params: { id: String(project.id) }, body });
    await changed();
    return answer.ok ? null : answer.failure;
  }

  async function remove(uuid: string) {
    const failure = await change({ remove: [uuid] });
    if (failure !== null) showTrouble(pageFailureText(failure));
  }

  const add = (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.needsServer}
      variant="default"
      onClick={() =>
        parts.choose({
          title: TEXTS.addStudiesTitle,
          isIn: (study) => study.projects?.some(({ id }) => id === project.id) ?? false,
          onAdd: (uuids) => change({ add: uuids }),
        })
      }
    >
      {TEXTS.addStudies}
    </ServerButton>
  );
  return (
    <section className={classes.card} aria-labelledby="project-studies">
      <div className={classes.cardHead}>
        <h2 id="project-studies" className={classes.cardTitle}>
          {TEXTS.studies}
        </h2>
        <Anchor
          component={Link}
          to="/studies-v2"
          search={{ project: project.id } as never}
          underline="always"
          className={classes.link ?? ''}
        >
          {TEXTS.openInStudies}
        </Anchor>
        <span className={classes.end}>
          {studies.data && studies.data.total > studies.data.per_page && (
            <Pager page={studies.data.current_page} perPage={studies.data.per_page} total={studies.data.total} onPage={setPage} />
          )}
          {isOpen && project.studies > 0 && add}
        </span>
      </div>
      <ListStates
        list={studies}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.studiesFailed, studies.error) }}
        empty={
          page > 1 ? (
            <Button variant="default" onClick={() => setPage(1)}>
              {TEXTS.studies}
            </Button>
          ) : (
            <EmptyState icon={IconFilterX} title={TEXTS.noStudies} action={isOpen && add}>
              {isOpen && TEXTS.noStudiesWhy}
            </EmptyState>
          )
        }
      >
        {(rows) =>
          rows === undefined ? (
            <Skeleton height={200} />
          ) : (
            parts.rows(
              rows,
              (study, name) =>
                isOpen && (
                  <Tooltip label={serverReachable ? TEXTS.remove : TEXTS.needsServer}>
                    <ActionIcon
                      aria-label={removeStudyText(name)}
                      aria-disabled={!serverReachable}
                      onClick={() => serverReachable && void remove(study.uuid)}
                    >
                      <IconX size={16} stroke={1.5} aria-hidden />
                    </ActionIcon>
                  </Tooltip>
                ),
            )
          )
        }
      </ListStates>
    </section>
  );
}
