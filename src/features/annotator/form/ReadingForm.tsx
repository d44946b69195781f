import { UnstyledButton } from '@mantine/core';
import { IconVersions } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type ComponentType } from 'react';
import type { AnswerContent, FormItem, StudyForm } from '#contract/forms.ts';
import type { Series } from '#contract/study-detail.ts';
import { t } from '#language/t.ts';
import { deleteAnswer, saveAnswer } from '#localdb/outbox/answers.ts';
import { openFields } from '#model/forms/validate.ts';
import type { ShownAnswer } from '#model/forms/shown-answers.ts';
import type { Session } from '#model/session.ts';
import { Note } from '#ui/Note.tsx';
import { useSession } from '#ui/session-context.tsx';
import { showFailure } from '#ui/toasts.ts';
import { jumpTo } from '#features/annotator/measure/jump-to.ts';
import { useMeasureState } from '#features/annotator/measure/measure-context.tsx';
import { useWorkstation } from '#features/annotator/workstation.ts';
import { carriedOver, EMPTY_ANSWER, settled } from './answer-changes.ts';
import { contentOf, createAnswerStore, type AnswerAt } from './answer-store.ts';
import classes from './Form.module.css';
import { fieldId, focusField } from './form-keys.ts';
import { answerLatestText, answerOfText, FORM_TEXTS, ITEM_NAMES, versionText } from './form-texts.ts';
import { FormFields } from './FormFields.tsx';
import { FormFoot } from './FormFoot.tsx';
import { useForms } from './forms-context.tsx';
import { ownAnswers } from './own-answers.ts';
import { rulersFor } from './rulers.ts';
import { useFormKeys } from './use-form-keys.ts';
import { slicePlaceOf, useShownPlaces } from './use-place.ts';

/** What stands below the fields. */
export interface FormState {
  /** Fields that keep the answer from being complete. */
  open: number;
  state: AnswerContent['state'];
  at: AnswerAt;
  /** Completes the answer and stores it on this device; or shows the first open field, and is false. */
  complete(): Promise<boolean>;
}

interface ReadingFormProps {
  /** UUID of the form. */
  form: string;
  /** UUID of the task of a reading campaign; null: outside of one. */
  read: string | null;
  /** The version that a campaign asks for; absent: the one that was answered, else the latest. */
  version?: number;
  /** Of the study. */
  series: readonly Series[];
  /** Instead of the usual foot: a component, which completes the answer itself. */
  Foot?: ComponentType<FormState>;
}

/** The answer of this user to a form about the study of the workstation. */
export function ReadingForm(props: ReadingFormProps) {
  const { user } = useSession<Session>();
  const { db, study, forms, answers } = useForms();
  const { answer, aside } = ownAnswers(answers, { form: props.form, read: props.read, userId: user.id });
  const [isLatest, setLatest] = useState(false);
  const [shownAside, setShownAside] = useState<string | null>(null);
  const versions = (forms ?? []).filter((each) => each.form === props.form);
  const offered = versions.find((each) => each.offered) ?? null;
  const answered = versions.find(({ number }) => number === answer?.number) ?? null;
  const asked = versions.find(({ number }) => number === props.version) ?? null;
  const version = asked ?? (answered !== null && !(isLatest && offered !== null) ? answered : offered);
  if (version === null) return <p className={classes.empty}>{FORM_TEXTS.noneWhy}</p>;
  const isOlder = asked === null && answered !== null && offered !== null && offered.number > answered.number;
  const other = aside.find(({ uuid }) => uuid === shownAside) ?? null;
  const asideVersion = versions.find(({ number }) => number === other?.number) ?? null;
  const own = answer?.number === version.number ? answer : null;
  return (
    <>
      {version === answered && isOlder && answer?.editable && (
        <div className={classes.older}>
          {versionText(answered.number, offered.number)}
          <UnstyledButton className={classes.quiet} onClick={() => setLatest(true)}>
            {answerLatestText(offered.number)}
          </UnstyledButton>
        </div>
      )}
      {aside.map((each) => (
        <Note
          key={each.uuid}
          tone="you"
          icon={IconVersions}
          title={FORM_TEXTS.asideTitle}
          action={
            <>
              <UnstyledButton className={classes.quiet} onClick={() => setShownAside(shownAside === each.uuid ? null : each.uuid)}>
                {shownAside === each.uuid ? FORM_TEXTS.hideAside : FORM_TEXTS.showAside}
              </UnstyledButton>
              <UnstyledButton className={classes.quiet} onClick={() => void takeAside(each)}>
                {FORM_TEXTS.useAside}
              </UnstyledButton>
              <UnstyledButton className={classes.quiet} onClick={() => void deleteAnswer(db, { study, answer: each.uuid })}>
                {FORM_TEXTS.discardAside}
              </UnstyledButton>
            </>
          }
        >
          {FORM_TEXTS.aside}
        </Note>
      ))}
      {other !== null && asideVersion !== null ? (
        <AnswerFields key={other.uuid} {...props} version={asideVersion} answer={other} first={EMPTY_ANSWER} isReadOnly />
      ) : (
        <AnswerFields
          key={`${version.form}:${version.number}:${props.read ?? ''}`}
          {...props}
          version={version}
          answer={own}
          first={answer === null || own !== null ? EMPTY_ANSWER : carriedOver(version.definition, contentOf(answer))}
          isReadOnly={own === null ? !version.offered && asked === null : !own.editable}
        />
      )}
    </>
  );

  /** Its content becomes that of the answer. Only then it is removed. */
  async function takeAside(chosen: ShownAnswer): Promise<void> {
    const subject = { form: chosen.form, number: chosen.number, read: chosen.read, aside: false };
    const target = answers.find((each) => !each.aside && each.user?.id === user.id && isSubject(each, chosen));
    try {
      const saved = { study, subject, content: contentOf(chosen), answer: target?.uuid ?? crypto.randomUUID(), base: target?.version ?? 0 };
      await saveAnswer(db, saved);
      await deleteAnswer(db, { study, answer: chosen.uuid });
      setShownAside(null);
    } catch (error) {
      reportError(error);
      showFailure(FORM_TEXTS.failedToStore);
    }
  }
}

const isSubject = (one: ShownAnswer, other: ShownAnswer): boolean =>
  one.form === other.form && one.number === other.number && one.read === other.read;

interface AnswerFieldsProps extends Omit<ReadingFormProps, 'version'> {
  version: StudyForm;
  answer: ShownAnswer | null;
  /** What a new answer begins with. */
  first: AnswerContent;
  isReadOnly: boolean;
  /** Why it can only be read. */
  why?: string;
}

/** What somebody else answered, or this user in a read of a campaign. */
export function OtherAnswer({ version, answer, series }: { version: StudyForm; answer: ShownAnswer; series: readonly Series[] }) {
  const { lesions } = useForms();
  useEffect(() => {
    lesions.showOther(answer);
    return () => lesions.showOther(null);
  }, [lesions, answer]);
  const why = answerOfText(answer.user?.name ?? null);
  return <AnswerFields {...{ version, answer, series, why, form: answer.form, read: answer.read }} first={EMPTY_ANSWER} isReadOnly />;
}

function AnswerFields({ version, answer, first, isReadOnly, why = FORM_TEXTS.closed, read, series, Foot = FormFoot }: AnswerFieldsProps) {
  const { db, study, nextRef, lesions } = useForms();
  const workstation = useWorkstation();
  const { measurements, current: measurement } = useMeasureState();
  const { definition } = version;
  const root = useRef<HTMLDivElement>(null);
  const [store] = useState(() => {
    const subject = { form: version.form, number: version.number, read, aside: answer?.aside ?? false };
    return createAnswerStore(
      {
        save: (saved) => saveAnswer(db, { ...saved, study, subject }),
        onFailed(error) {
          reportError(error);
          showFailure(FORM_TEXTS.failedToStore);
        },
        newUuid: () => crypto.randomUUID(),
      },
      first,
    );
  });
  useEffect(() => store.know(answer), [store, answer]);
  useFlush(store.flush);
  const { content, at } = useSyncExternalStore(store.subscribe, store.read);
  // Also a lesion on which somebody clicked in a pane.
  const { current } = useSyncExternalStore(lesions.subscribe, lesions.read);
  const setCurrent = lesions.choose;
  const [isAsked, setAsked] = useState(false);
  const open = openFields(definition, content);
  const typeOf = useCallback((uuid: string) => series.find((each) => each.uuid === uuid)?.type ?? null, [series]);
  const places = useShownPlaces(study, typeOf);
  const change = useCallback(
    (next: (before: AnswerContent) => AnswerContent) => store.change((before) => settled(definition, next(before))),
    [store, definition],
  );

  async function complete(): Promise<boolean> {
    const [missing] = openFields(definition, store.read().content);
    if (missing !== undefined) {
      setAsked(true);
      if (missing.item !== null) setCurrent(missing.item);
      // Once the card is open.
      setTimeout(() => root.current && focusField(root.current, fieldId(missing)), 0);
      return false;
    }
    if (store.read().content.state !== 'complete') store.change((before) => ({ ...before, state: 'complete' }));
    await store.flush();
    return true;
  }

  const onEnter = Foot === FormFoot ? () => void complete() : () => nextRef.current?.();
  useFormKeys(root, isReadOnly ? null : onEnter);

  const placeText = (item: FormItem): string | null => {
    if (item.place === null) return null;
    const of = series.find(({ uuid }) => uuid === item.place?.series);
    const name = of === undefined ? ITEM_NAMES.series : t('Series {number}', { number: of.seriesNumber });
    return item.place.slice === null ? name : `${name}, ${t('slice {number}', { number: item.place.slice.number + 1 })}`;
  };
  const state: FormState = { open: open.length, state: content.state, at, complete };
  return (
    <div className={classes.form} ref={root}>
      <div className={classes.fields}>
        <FormFields
          {...{ definition, content, current, isReadOnly, isAsked, places, placeText }}
          onCurrent={setCurrent}
          rulersOf={(field) =>
            rulersFor(
              measurements.filter((each) => each.study === study),
              field,
              measurement,
            )
          }
          onShowPlace={(item) => {
            const place = item.place && slicePlaceOf(item.place);
            if (place !== null) jumpTo(workstation, place);
          }}
          onChange={change}
        />
      </div>
      {isReadOnly ? <p className={classes.empty}>{why}</p> : <Foot {...state} />}
    </div>
  );
}

/** What was typed a moment ago is stored before the form goes away. */
function useFlush(flush: () => Promise<void>): void {
  useEffect(() => {
    const leave = () => void flush();
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      leave();
    };
  }, [flush]);
}
