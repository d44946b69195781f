import { Skeleton } from '@mantine/core';
import { IconFilterX, IconLock, IconLockOpen } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import type { ProjectDetail } from '#contract/project-details.ts';
import { t } from '#language/t.ts';
import type { Session } from '#model/session.ts';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import listPage from '#ui/lists/list-page.module.css';
import { asOfText } from '#ui/lists/list-texts.ts';
import { ListStates } from '#ui/lists/ListStates.tsx';
import { Page } from '#ui/Page.tsx';
import { useSession } from '#ui/session-context.tsx';
import { Swatch } from '#ui/Swatch.tsx';
import { dayText, lockedText, PAGE_TEXTS as TEXTS } from './page-texts.ts';
import { ProjectActions } from './ProjectActions.tsx';
import { ProjectMembers } from './ProjectMembers.tsx';
import classes from './ProjectPages.module.css';
import { ProjectProgress } from './ProjectProgress.tsx';
import { ProjectStudies } from './ProjectStudies.tsx';
import type { StudyParts } from './study-parts.ts';
import { stateText } from './texts.ts';
import { useProject } from './use-project-pages.ts';

/** ROUTE-085: one project. `Forms`: its forms, of another feature. */
export function ProjectPage({ parts, Forms }: { parts: StudyParts; Forms: ComponentType<{ project: ProjectDetail }> }) {
  const { serverReachable, permissions } = useSession<Session>();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const query = useProject(id);
  const shown = query.data?.data[0];
  return (
    <Page
      title={shown?.name ?? TEXTS.projects}
      breadcrumb={[
        <Link key="projects" to="/project">
          {TEXTS.projects}
        </Link>,
      ]}
      actions={shown && <ProjectActions key={shown.id} project={shown} />}
    >
      {shown && (!serverReachable || query.isError) && <p className={listPage.asOf}>{asOfText(query.dataUpdatedAt)}</p>}
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
          found?.[0] ? (
            <div className={classes.page}>
              <ProjectFacts project={found[0]} />
              <div className={classes.columns}>
                {permissions.has('r:studies') && <ProjectStudies key={found[0].id} project={found[0]} parts={parts} />}
                <ProjectMembers project={found[0]} />
              </div>
              <Forms project={found[0]} />
            </div>
          ) : (
            <Skeleton height={240} />
          )
        }
      </ListStates>
    </Page>
  );
}

function LabelOf({ label: { name, color } }: { label: NonNullable<ProjectDetail['label']> }) {
  return (
    <span className={classes.label}>
      <Swatch color={color} />
      <bdi>{name}</bdi>
    </span>
  );
}

function ProjectFacts({ project }: { project: ProjectDetail }) {
  const { state_code: state, label, description, created_by: creator, studies } = project;
  const steps = [
    { step: 'created', note: [dayText(project.created_at), creator && t('by {name}', { name: creator })].filter(Boolean).join(' ') },
    {
      step: 'in_progress',
      note: project.started_at === null ? '' : t('started {date}', { date: dayText(project.started_at) }),
    },
    { step: 'finished', note: project.finished_at === null ? t('makes the project read-only') : dayText(project.finished_at) },
  ] as const;
  const isLocked = state !== 'created';
  const LockIcon = isLocked ? IconLock : IconLockOpen;
  return (
    <section className={classes.panel} aria-label={project.name}>
      <div className={classes.states}>
        <ol className={classes.steps} aria-label={TEXTS.progress}>
          {steps.map(({ step, note }) => (
            <li key={step} aria-current={step === state ? 'step' : undefined}>
              <span className={classes.step}>{stateText(step)}</span>
              <span className={classes.dim}>{note}</span>
            </li>
          ))}
        </ol>
        <span className={classNames(classes.lock, classes.dim)}>
          <LockIcon size={16} stroke={1.5} aria-hidden />
          {isLocked ? lockedText(studies) : TEXTS.unlocked}
        </span>
      </div>
      {label !== null && <LabelOf label={label} />}
      {description !== '' && <p className={classes.description}>{description}</p>}
      <ProjectProgress project={project} />
    </section>
  );
}
