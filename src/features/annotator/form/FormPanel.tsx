import { Select, Skeleton } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Series, StudyDetail } from '#contract/study-detail.ts';
import type { ReadOfCase } from '#features/annotator/case-task.ts';
import type { Session } from '#model/session.ts';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { useSession } from '#ui/session-context.tsx';
import { AnswerExport } from './AnswerExport.tsx';
import classes from './Form.module.css';
import { FORM_TEXTS } from './form-texts.ts';
import { useForms } from './forms-context.tsx';
import { formsToChoose, otherAnswers, ownAnswers } from './own-answers.ts';
import { ReadFormFoot } from './ReadFormFoot.tsx';
import { OtherAnswer, ReadingForm } from './ReadingForm.tsx';

interface FormPanelProps {
  study: StudyDetail;
  series: readonly Series[];
}

/** The forms of the projects that have the study: one at a time. */
export function FormPanel({ study, series }: FormPanelProps) {
  const { user, serverReachable } = useSession<Session>();
  const { forms, answers, read, isFetching, refetch, lesions } = useForms();
  const { asked } = useSyncExternalStore(lesions.subscribe, lesions.read);
  const [chosen, setChosen] = useState<string | null>(null);
  const [whose, setWhose] = useState<string | null>(null);
  useEffect(() => {
    if (asked !== null) setChosen(asked.form);
  }, [asked]);
  if (forms === null) {
    if (isFetching) return <Skeleton className={classes.loading ?? ''} role="status" aria-busy aria-label={FORM_TEXTS.loading} />;
    return (
      <ErrorState
        title={serverReachable ? FORM_TEXTS.failed : FORM_TEXTS.offline}
        offline={!serverReachable}
        retrying={isFetching}
        onRetry={refetch}
      >
        {serverReachable ? FORM_TEXTS.failedWhy : FORM_TEXTS.offlineWhy}
      </ErrorState>
    );
  }
  if (read !== null) return <ReadForm read={read} series={series} />;
  const choices = formsToChoose(forms, answers, { read: null, userId: user.id });
  const others = otherAnswers(answers, user.id);
  const other = others.find(({ uuid }) => uuid === whose) ?? (choices.length === 0 ? (others[0] ?? null) : null);
  const otherVersion = forms.find(({ form, number }) => form === other?.form && number === other.number);
  const whoseSelect = others.length > 0 && (
    <Select
      className={classes.grow ?? ''}
      size="xs"
      aria-label={FORM_TEXTS.whose}
      allowDeselect={false}
      data={[
        ...(choices.length === 0 ? [] : [{ value: '', label: FORM_TEXTS.mine }]),
        ...others.map(({ uuid, form, user: author }) => ({
          value: uuid,
          label: [author?.name ?? '', forms.find((each) => each.form === form)?.title ?? ''].filter((part) => part !== '').join(' · '),
        })),
      ]}
      value={other?.uuid ?? ''}
      onChange={setWhose}
    />
  );
  if (other !== null && otherVersion !== undefined)
    return (
      <div className={classes.panel}>
        <div className={classes.top}>{whoseSelect}</div>
        <OtherAnswer key={other.uuid} version={otherVersion} answer={other} series={series} />
      </div>
    );
  const shown = choices.find(({ form }) => form === chosen) ?? choices[0];
  if (shown === undefined) return <p className={classes.empty}>{FORM_TEXTS.noneWhy}</p>;
  const { answer } = ownAnswers(answers, { form: shown.form, read: null, userId: user.id });
  const version = forms.find(({ form, number }) => form === shown.form && number === answer?.number);
  return (
    <div className={classes.panel}>
      <div className={classes.top}>
        {choices.length === 1 ? (
          <h2 className={classes.name}>
            {shown.title} <span className={classes.count}>{shown.project.name}</span>
          </h2>
        ) : (
          <Select
            className={classes.grow ?? ''}
            size="xs"
            aria-label={FORM_TEXTS.form}
            allowDeselect={false}
            data={choices.map(({ form, title, project }) => ({ value: form, label: `${title} · ${project.name}` }))}
            value={shown.form}
            onChange={setChosen}
          />
        )}
        {whoseSelect}
        {answer !== null && version !== undefined && <AnswerExport {...{ study, version, answer }} />}
      </div>
      <ReadingForm key={shown.form} form={shown.form} read={null} series={series} />
    </div>
  );
}

/** The form of a read of a campaign: no other can be chosen. */
function ReadForm({ read, series }: { read: ReadOfCase; series: readonly Series[] }) {
  const { forms } = useForms();
  const version = forms?.find(({ form, number }) => form === read.form?.uuid && number === read.form.version);
  if (version === undefined) return <p className={classes.empty}>{FORM_TEXTS.notHere}</p>;
  return (
    <div className={classes.panel}>
      <div className={classes.top}>
        <h2 className={classes.name}>{version.title}</h2>
      </div>
      <ReadingForm key={read.uuid} form={version.form} version={version.number} read={read.uuid} series={series} Foot={ReadFormFoot} />
    </div>
  );
}

/** Whether the study has a form, or an answer of this user; in a read of a campaign, whether it fills in one. */
export function useHasForms(): boolean {
  const { user } = useSession<Session>();
  const { forms, answers, read } = useForms();
  if (read !== null) return read.form !== null;
  if (forms === null) return false;
  return formsToChoose(forms, answers, { read: null, userId: user.id }).length > 0 || otherAnswers(answers, user.id).length > 0;
}
