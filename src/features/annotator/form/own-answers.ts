import type { StudyForm } from '#contract/forms.ts';
import type { ShownAnswer } from '#model/forms/shown-answers.ts';

interface Wanted {
  /** UUID of the form. */
  form: string;
  read: string | null;
  userId: number;
}

export interface OwnAnswers {
  /** The answer in the latest version that was answered; null: there is none. */
  answer: ShownAnswer | null;
  /** Kept beside it after a conflict. */
  aside: readonly ShownAnswer[];
}

/** What somebody answered to a form in a read. */
export function ownAnswers(answers: readonly ShownAnswer[], { form, read, userId }: Wanted): OwnAnswers {
  const own = answers.filter((each) => each.form === form && each.read === read && each.user?.id === userId);
  const latest = own.filter(({ aside }) => !aside).toSorted((one, other) => other.number - one.number);
  return { answer: latest[0] ?? null, aside: own.filter(({ aside }) => aside) };
}

/** Forms that somebody may choose: those that are offered, and those that were answered in this read. One row for each, in its latest version. */
export function formsToChoose(
  forms: readonly StudyForm[],
  answers: readonly ShownAnswer[],
  { read, userId }: Omit<Wanted, 'form'>,
): StudyForm[] {
  const answered = new Set(answers.filter((each) => each.read === read && each.user?.id === userId).map(({ form }) => form));
  const byForm = Map.groupBy(
    forms.filter(({ offered, form }) => offered || answered.has(form)),
    ({ form }) => form,
  );
  return [...byForm.values()].map((versions) => versions.toSorted((one, other) => other.number - one.number)[0]!);
}

/** Answers that are only read: those of others, and of this user in reads of campaigns. The server leaves out what a blinded reader may not see. */
export function otherAnswers(answers: readonly ShownAnswer[], userId: number): ShownAnswer[] {
  return answers.filter(({ aside, read, user }) => !aside && !(user?.id === userId && read === null));
}
