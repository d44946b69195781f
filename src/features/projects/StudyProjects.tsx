import { Button } from '@mantine/core';
import { failureStatus } from '#api/failure-status.ts';
import type { StudyProject } from '#contract/projects.ts';
import { saveWrite } from '#localdb/outbox.ts';
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
  /** What of this person the server has not heard of. */
  writes: readonly OutboxWrite[];
}

/** The projects of a study. What is chosen goes through the outbox, a change at a time: it works without a network. */
export function StudyProjects({ db, study, writes }: StudyProjectsProps) {
  const { serverReachable } = useSession<Session>();
  const own = useProjects(study.uuid);
  const ofTeam = useProjects(null);
  const ids = study.projects && new Set(study.projects.map(({ id }) => id));
  // A study whose own list was never read here: those of the team, and what its row says.
  const projects = own.data ?? (ids && ofTeam.data?.map((project) => ({ ...project, inCategory: ids.has(project.id) })));
  const shown = projects && shownProjects(study.uuid, projects, writes);
  const save = (project: number, on: boolean): void =>
    void saveWrite(db, { kind: 'study-project', study: study.uuid, project, on }).catch(reportError);
  const status = failureStatus(own.error);

  return (
    <div className={classes.ofStudy}>
      <ProjectSelect
        mode="study"
        label={TEXTS.projects}
        // While the server is there a write takes a moment: nobody has to be told that it waits.
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
