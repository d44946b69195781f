import type { AnswerContent, AnswerSubject, FormAnswer } from '#contract/forms.ts';

/** UUIDs of the study and the answer; a new one gets its own here. */
type OfAnswer = { study: string; answer: string };

/** What waits to be sent. `base`: the version that was changed, 0 for a new one. `device`: the id of this device. */
export type FormAnswerWrite =
  | (OfAnswer & { kind: 'form-answer'; base: number; device: string; subject: AnswerSubject; content: AnswerContent })
  | (OfAnswer & { kind: 'form-answer-deletion' });

/** An answer with this user's later changes. */
export interface ShownAnswer extends AnswerSubject, AnswerContent, Pick<FormAnswer, 'uuid' | 'user' | 'editable'> {
  /** The version on the server; 0 until it has received it. */
  version: number;
  /** As on the wire; null until the server has received it. */
  created_at: string | null;
  updated_at: string | null;
  /** The server has not received this state of it. */
  waits: boolean;
}

/** The answers about a study from the last answer of the server, with this user's later changes. Deleted ones are gone. New ones come last, with `author` as theirs. */
export function shownAnswers(
  study: string,
  answered: readonly FormAnswer[],
  writes: readonly ({ kind: string } | FormAnswerWrite)[],
  author: FormAnswer['user'],
): ShownAnswer[] {
  return writes
    .filter((write) => isOfAnswer(write))
    .filter((write) => write.study === study)
    .reduce<ShownAnswer[]>(
      (shown, write) => withWrite(shown, write, author),
      answered.map((each) => ({ ...each, waits: false })),
    );
}

function isOfAnswer(write: { kind: string }): write is FormAnswerWrite {
  return write.kind === 'form-answer' || write.kind === 'form-answer-deletion';
}

function withWrite(shown: ShownAnswer[], write: FormAnswerWrite, author: FormAnswer['user']): ShownAnswer[] {
  if (write.kind === 'form-answer-deletion') return shown.filter(({ uuid }) => uuid !== write.answer);
  const { answer: uuid, base: version, subject, content } = write;
  if (shown.some((each) => each.uuid === uuid))
    return shown.map((each) => (each.uuid !== uuid || isSame(each, content) ? each : { ...each, ...content, waits: true }));
  return [
    ...shown,
    { ...subject, ...content, ...{ uuid, version, user: author, editable: true, created_at: null, updated_at: null, waits: true } },
  ];
}

const isSame = (one: AnswerContent, other: AnswerContent): boolean => answerToText(one) === answerToText(other);

/** The same text for the same content, in whichever order its fields were filled in. */
export function answerToText({ state, values, sources, items }: AnswerContent): string {
  const sorted = items.map((item) => [item.uuid, item.scope, item.number, item.place, entriesOf(item.values), entriesOf(item.sources)]);
  return JSON.stringify([state, entriesOf(values), entriesOf(sources), sorted]);
}

const entriesOf = (record: Record<string, unknown>): [string, unknown][] =>
  Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));
