import { createContext, use, useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { dropCommentDraft, keepCommentDraft, useCommentDrafts } from '#localdb/comment-drafts.ts';
import { deleteComment, resolveComment, saveComment } from '#localdb/outbox/comments.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { IsShown } from '#model/campaigns/made-in-read.ts';
import { draftKey, type CommentDraft } from '#model/comments/comment-draft.ts';
import type { CommentThread, ShownComment } from '#model/comments/shown-comments.ts';
import { showFailure, showNotice } from '#ui/toasts.ts';
import { createCommentStore, type CommentState, type CommentStore } from './comment-store.ts';
import { showThread } from './show-thread.ts';
import { COMMENT_TEXTS } from './texts.ts';
import { usePeople, useThreads } from './use-comments.ts';
import { useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import { useStation, useWorkstation } from '#features/annotator/workstation.ts';

/** Where a new thread belongs. */
export type NewPlace = Pick<CommentDraft, 'pin' | 'segmentation' | 'segment'>;
type Words = Pick<CommentDraft, 'text' | 'mentions'>;

interface Comments extends ReturnType<typeof useThreads> {
  study: string;
  store: CommentStore;
  people: ReturnType<typeof usePeople>;
  /** Undefined until they are known. */
  drafts: readonly CommentDraft[] | undefined;
  begin(place: NewPlace): void;
  keepDraft(draft: CommentDraft): void;
  dropDraft(key: string): void;
  /** Sends a new thread or an answer. */
  send(draft: CommentDraft, words: Words): void;
  change(comment: ShownComment, words: Words): void;
  remove(comment: ShownComment): void;
  resolve(thread: CommentThread, on: boolean): void;
}

const CommentsContext = createContext<Comments | null>(null);

interface CommentsProviderProps {
  db: LocalDb;
  study: string;
  /** UUID of the task that is worked on. */
  task: string | null;
  /** UUID of a comment that is to be shown. */
  asked: string | null;
  /** Those that are shown; null: all. */
  isShown: IsShown | null;
  children: ReactNode;
}

/** The comments on the study of a workstation, and what is being written. Inside of the masks: a comment can be about a segment. */
export function CommentsProvider({ db, study, task, asked, isShown, children }: CommentsProviderProps) {
  const [store] = useState(createCommentStore);
  const known = useThreads(db, study);
  const answer = useMemo(
    () => (isShown === null ? known : { ...known, threads: known.threads.filter(({ first }) => isShown(first)) }),
    [known, isShown],
  );
  const people = usePeople();
  const drafts = useCommentDrafts(db, study);
  const inTurn = useInTurn();
  useEndOfPinning(store);
  useAskedThread(store, asked, answer);
  const comments = useMemo((): Comments => {
    const ofNew = drafts?.find(({ key }) => key === draftKey.new(study));
    return {
      ...{ study, store, people, drafts, ...answer },
      begin(place) {
        const words = { text: ofNew?.text ?? '', mentions: ofNew?.mentions ?? [] };
        inTurn(() => keepCommentDraft(db, { key: draftKey.new(study), study, thread: null, why: null, ...place, ...words }));
        store.begun();
      },
      keepDraft: (draft) => inTurn(() => keepCommentDraft(db, draft)),
      dropDraft: (key) => inTurn(() => dropCommentDraft(db, key)),
      send({ key, thread, pin, segmentation, segment }, words) {
        const comment = crypto.randomUUID();
        const content = { thread: thread ?? comment, pin, segmentation, segment, task, ...words };
        inTurn(async () => {
          await saveComment(db, { study, comment, base: 0, isNew: true, content });
          await dropCommentDraft(db, key);
        });
        store.choose(thread ?? comment);
      },
      change({ uuid, version, thread, pin, segmentation, segment, task: written }, words) {
        const content = { thread, pin, segmentation, segment, task: written, ...words };
        inTurn(async () => {
          await saveComment(db, { study, comment: uuid, base: version, isNew: false, content });
          await dropCommentDraft(db, draftKey.change(uuid));
        });
      },
      remove: ({ uuid }) => inTurn(() => deleteComment(db, { study, comment: uuid })),
      resolve: ({ uuid }, on) => inTurn(() => resolveComment(db, { study, comment: uuid, on })),
    };
  }, [db, study, store, people, drafts, answer, task, inTurn]);
  return <CommentsContext value={comments}>{children}</CommentsContext>;
}

/** One write after the other: a draft that is dropped does not come back by an earlier one that is still being sealed. */
function useInTurn(): (write: () => Promise<void>) => void {
  const last = useRef(Promise.resolve());
  const [inTurn] = useState(() => (write: () => Promise<void>): void => {
    last.current = last.current.then(write).catch((error: unknown) => {
      reportError(error);
      showFailure(COMMENT_TEXTS.notStored);
    });
  });
  return inTurn;
}

/** Whoever takes another tool does not place a comment. */
function useEndOfPinning(store: CommentStore): void {
  const tool = useStation((now) => now.tool);
  useEffect(() => store.pin(false), [store, tool]);
}

/** Shows the thread that the address asks for, once, as soon as it is known. */
function useAskedThread(store: CommentStore, comment: string | null, { threads, isKnown, isFetching }: ReturnType<typeof useThreads>) {
  const workstation = useWorkstation();
  const { choose } = useMaskPanel();
  const isDone = useRef(comment === null);
  useEffect(() => {
    if (isDone.current) return;
    const thread = threads.find(({ first, answers }) => [first, ...answers].some(({ uuid }) => uuid === comment));
    if (thread === undefined && (!isKnown || isFetching)) return;
    isDone.current = true;
    if (thread === undefined) return showNotice(COMMENT_TEXTS.gone);
    store.show(thread.uuid);
    showThread(workstation, choose, thread.first);
  }, [store, comment, threads, isKnown, isFetching, workstation, choose]);
}

export function useComments(): Comments {
  const comments = use(CommentsContext);
  if (comments === null) throw new Error('Outside of a workstation');
  return comments;
}

export function useCommentState<T>(part: (state: CommentState) => T): T {
  const { store } = useComments();
  return useSyncExternalStore(store.subscribe, () => part(store.read()));
}
