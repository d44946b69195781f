import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callApi } from '#api/call-api.ts';
import { valueOf } from '#api/result.ts';
import { CALLS } from '#contract/calls.ts';
import { patientNameToText } from '#model/studies/patient-name.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import classes from './AnnotatorPage.module.css';
import { TEXTS } from './texts.ts';

export interface AnnotatorPageProps {
  uuid: string;
  /** Angiography is played. */
  mode: 'case' | 'angiography';
  /** The task that is worked on. */
  taskId: number | null;
}

/** ROUTE-099, ROUTE-100: one study. */
export function AnnotatorPage({ uuid, mode, taskId }: AnnotatorPageProps) {
  const { team } = useSession<Session>();
  const { data: study } = useQuery({
    queryKey: ['study', team?.slug ?? null, uuid],
    queryFn: async ({ signal }) => valueOf(await callApi(CALLS.study, { params: { id: uuid }, signal })).data,
  });
  return (
    <main id="content" tabIndex={-1} className={classes.page} data-annotator={mode} data-task-id={taskId ?? undefined}>
      <header className={classes.head}>
        <Anchor underline="always" renderRoot={(props) => <Link to="/studies-v2" search={{ study: uuid }} {...props} />}>
          {TEXTS.back}
        </Anchor>
        <h1 className={classes.title}>
          <bdi>{study === undefined ? TEXTS.annotator : patientNameToText(study.data.patientName) || TEXTS.noName}</bdi>
        </h1>
      </header>
    </main>
  );
}
