import { saveAnswer } from '#localdb/outbox/answers.ts';
import { openFields } from '#model/forms/validate.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import type { CaseForm } from '#features/annotator/case-task.ts';
import { EMPTY_ANSWER } from './answer-changes.ts';
import { contentOf } from './answer-store.ts';
import { FORM_TEXTS, openText } from './form-texts.ts';
import { useForms } from './forms-context.tsx';
import { ownAnswers } from './own-answers.ts';

const NO_FORM: CaseForm = { missing: '', complete: () => Promise.resolve(true) };

/** What the form of a read still needs. `show`: opens its tab. */
export function useFormOfRead(show: () => void): CaseForm {
  const { user } = useSession<Session>();
  const { db, study, forms, answers, read, completerRef } = useForms();
  const wanted = read?.form ?? null;
  if (read === null || wanted === null) return NO_FORM;
  const version = forms?.find(({ form, number }) => form === wanted.uuid && number === wanted.version);
  if (version === undefined) return { missing: FORM_TEXTS.notHere, complete: () => Promise.resolve(false) };
  const { answer } = ownAnswers(answers, { form: wanted.uuid, read: read.uuid, userId: user.id });
  const content = answer === null ? EMPTY_ANSWER : contentOf(answer);
  const open = openFields(version.definition, content).length;
  return {
    missing: open > 0 ? openText(open) : '',
    async complete() {
      if (completerRef.current !== null) return completerRef.current();
      if (open > 0) {
        show();
        return false;
      }
      if (answer?.state === 'complete') return true;
      await saveAnswer(db, {
        ...{ study, answer: answer?.uuid ?? crypto.randomUUID(), base: answer?.version ?? 0, content: { ...content, state: 'complete' } },
        subject: { form: wanted.uuid, number: wanted.version, read: read.uuid, aside: false },
      });
      return true;
    },
  };
}
