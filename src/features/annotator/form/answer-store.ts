import type { AnswerContent } from '#contract/forms.ts';
import { answerToText, type ShownAnswer } from '#model/forms/shown-answers.ts';

/** Where the shown state of an answer is. */
export type AnswerAt = 'nowhere' | 'typing' | 'device' | 'server';

export interface AnswerState {
  content: AnswerContent;
  at: AnswerAt;
}

interface Ports {
  /** Resolves once it is stored on this device. `base`: the version that was changed, 0 for a new answer. */
  save(answer: { answer: string; base: number; content: AnswerContent }): Promise<void>;
  onFailed(error: unknown): void;
  newUuid(): string;
}

/** What was changed here and is not seen in the database of this device yet. */
interface Draft {
  uuid: string;
  base: number;
  content: AnswerContent;
  stored: 'no' | 'storing' | 'yes';
}

/** After the last key. */
export const SAVE_AFTER_MS = 400;

/** One answer while it is being filled in: shown at once, stored shortly after the last change. `first`: what a new answer begins with. */
export function createAnswerStore(ports: Ports, first: AnswerContent) {
  let known: ShownAnswer | null = null;
  let draft: Draft | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: AnswerState = { content: first, at: 'nowhere' };
  const listeners = new Set<() => void>();

  function tell(): void {
    const content = draft?.content ?? (known === null ? first : contentOf(known));
    state = { content, at: whereIs() };
    for (const listener of listeners) listener();
  }

  function whereIs(): AnswerAt {
    if (draft !== null) return draft.stored === 'yes' ? 'device' : 'typing';
    if (known === null) return 'nowhere';
    return known.waits ? 'device' : 'server';
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    const saved = draft;
    if (saved === null || saved.stored !== 'no') return;
    saved.stored = 'storing';
    try {
      await ports.save({ answer: saved.uuid, base: saved.base, content: saved.content });
      saved.stored = 'yes';
    } catch (error) {
      saved.stored = 'no';
      ports.onFailed(error);
    }
    settle();
    tell();
  }

  /** Lets go of the draft when the database shows it, or something that came after it. */
  function settle(): void {
    if (draft?.stored !== 'yes' || known === null) return;
    const isShown = known.uuid !== draft.uuid || answerToText(known) === answerToText(draft.content);
    if (isShown || (!known.waits && known.version > draft.base)) draft = null;
  }

  return {
    read: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The answer as the server and the outbox have it; null: there is none. */
    know(answer: ShownAnswer | null): void {
      // It was deleted, here or elsewhere.
      if (answer === null && known !== null && known.uuid === draft?.uuid && draft.stored === 'yes') draft = null;
      known = answer;
      settle();
      tell();
    },
    change(next: (content: AnswerContent) => AnswerContent): void {
      const content = next(state.content);
      draft = {
        ...(draft ?? { uuid: known?.uuid ?? ports.newUuid(), base: known?.version ?? 0 }),
        ...{ content, stored: 'no' },
      };
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), SAVE_AFTER_MS);
      tell();
    },
    /** Resolves once what was changed is stored on this device. */
    flush,
  };
}

export function contentOf({ state, values, sources, items }: AnswerContent): AnswerContent {
  return { state, values, sources, items };
}
