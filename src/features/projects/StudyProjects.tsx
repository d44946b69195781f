import { Button } from '@mantine/core';
import { failureStatus } from '#api/failure-status.ts';
import type { StudyProject } from '#contract/projects.ts';
import { saveWrite } from '#localdb/outbox/outbox.ts';
import type { LocalDb, OutboxWrite } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { shownProjects } from './project-writes.ts';
import classes from './ProjectSelect.module.css';
import { ProjectSelect } from './ProjectSelect.tsx';
import { TEXTS } from './texts.ts';
import { useProjects } from './use-projects.ts';

interface StudyProjectsProps {
  db: LocalDb;
  study: { uuid: string; projects?: readonly StudyProject[] | undefined };
  /** Writes of this user that the server has not received. */
  writes: readonly OutboxWrite[];
}

/** The projects of a study. Changes go through the outbox one at a time, so they work without a network. */
export function StudyProjects({ db, study, writes }: StudyProjectsProps) {
  const { serverReachable } = useSession<Session>();
  const own = useProjects(study.uuid);
  const ofTeam = useProjects(null);
  const ids = study.projects && new Set(study.projects.map(({ id }) => id));
  // If the study's own list was never read here: the team's list with the study's row.
  const projects = own.data ?? (ids && ofTeam.data?.map((project) => ({ ...project, inCategory: ids.has(project.id) })));
  const shown = projects && shownProjects(study.uuid, projects, writes);
  const save = (project: number, on: boolean): void =>
    void saveWrite(db, { kind: 'study-project', study: study.uuid, project, on }).catch(reportError);
  const status = failureStatus(own.error);

  return (
    <div className={classes.ofStudy}>
      <ProjectSelect
        label={TEXTS.projects}
        // While the server can be reached a write takes a moment, so it is not marked as waiting.
        projects={serverReachable ? shown?.map((project) => ({ ...project, isWaiting: false })) : shown}
        onAdd={(id) => save(id, true)}
        onRemove={(id) => save(id, false)}
      />
      {serverReachable && own.isError && !own.isFetching && (
        <p className={classes.failed} role="alert">
          {status === undefined ? TEXTS.failed : `${TEXTS.failed} (${status})`}
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => void own.refetch()}>
            {TEXTS.retry}
          </Button>
        </p>
      )}
    </div>
  );
}
