import { Skeleton } from '@mantine/core';
import { IconFilterX, IconLock } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { withStatus } from '#api/failure-texts.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Note } from '#ui/Note.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { PAGE_TEXTS as TEXTS } from './page-texts.ts';
import { ProjectForm } from './ProjectForm.tsx';
import { useProject } from './use-project-pages.ts';

const CRUMBS = [
  <Link key="projects" to="/project">
    {TEXTS.projects}
  </Link>,
];

/** ROUTE-084: a new project. */
export function ProjectCreatePage() {
  return (
    <Page title={TEXTS.newProject} breadcrumb={CRUMBS} width="text">
      <ProjectForm base={null} />
    </Page>
  );
}

/** ROUTE-110: changes the project in the address. */
export function ProjectEditPage() {
  const { serverReachable } = useSession<Session>();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useProject(id);
  return (
    <Page title={TEXTS.editProject} breadcrumb={CRUMBS} width="text">
      <ListStates
        list={query}
        serverReachable={serverReachable}
        texts={{ ...TEXTS, failed: withStatus(TEXTS.failed, query.error) }}
        empty={
          <EmptyState icon={IconFilterX} title={TEXTS.notFound}>
            {TEXTS.notFoundWhy}
          </EmptyState>
        }
      >
        {(found) =>
          !found?.[0] ? (
            <Skeleton height={240} />
          ) : found[0].state_code === 'finished' ? (
            <Note tone="you" icon={IconLock} title={TEXTS.finishedNote} />
          ) : (
            <ProjectForm key={found[0].id} base={found[0]} />
          )
        }
      </ListStates>
    </Page>
  );
}
