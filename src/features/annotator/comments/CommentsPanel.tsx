import { Button, Checkbox, Skeleton, Switch } from '@mantine/core';
import { IconMessage, IconMessageCheck, IconMessagePlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Series } from '#contract/study-detail.ts';
import { t } from '#language/t.ts';
import { draftKey, type CommentDraft } from '#model/comments/comment-draft.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { useSession } from '#ui/session-context.tsx';
import { useMask, useMaskPanel } from '#features/annotator/masks/masks-context.tsx';
import listClasses from '#features/annotator/panel-list.module.css';
import { classNames } from '#ui/class-names.ts';
import { useComments, useCommentState } from './comments-context.tsx';
import classes from './CommentsPanel.module.css';
import { PlaceText } from './PlaceText.tsx';
import { RefusedComment } from './RefusedComment.tsx';
import { COMMENT_TEXTS } from './texts.ts';
import { ThreadView } from './ThreadView.tsx';
import { WriteComment } from './WriteComment.tsx';

interface CommentsPanelProps {
  series: readonly Series[];
  /** The next click on a slice places a comment. */
  onPin: () => void;
}

/** The comments on a study (design.md §19): what is being written, what was refused, and the threads, unresolved first. */
export function CommentsPanel({ series, onPin }: CommentsPanelProps) {
  const { threads, drafts, study, begin } = useComments();
  const current = useCommentState((state) => state.current);
  const isPinning = useCommentState((state) => state.isPinning);
  const [isFiltered, setFiltered] = useState(false);
  const written = drafts?.find(({ key }) => key === draftKey.new(study));
  const refused = drafts?.filter(({ why }) => why !== null) ?? [];
  const shown = threads.filter(({ uuid, isResolved }) => !isFiltered || !isResolved || uuid === current);
  return (
    <section className={classNames(listClasses.panel, classes.panel)} aria-label={COMMENT_TEXTS.list}>
      {written === undefined ? (
        <div className={classes.begin}>
          <Button
            size="compact-sm"
            variant="default"
            aria-pressed={isPinning}
            leftSection={<IconMessagePlus size={16} stroke={1.5} aria-hidden />}
            onClick={onPin}
          >
            {COMMENT_TEXTS.place}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => begin({ pin: null, segmentation: null, segment: null })}>
            {COMMENT_TEXTS.onStudy}
          </Button>
        </div>
      ) : (
        <NewThread draft={written} series={series} />
      )}
      {refused.map((draft) => (
        <RefusedComment key={draft.key} draft={draft} />
      ))}
      {threads.length > 0 && (
        <Switch
          className={classes.filter ?? ''}
          size="xs"
          label={COMMENT_TEXTS.unresolved}
          checked={isFiltered}
          onChange={(event) => setFiltered(event.currentTarget.checked)}
        />
      )}
      {shown.length === 0 ? (
        <NoThreads areResolved={threads.length > 0} />
      ) : (
        <ul className={listClasses.rows}>
          {shown.map((thread) => (
            <ThreadView key={thread.uuid} thread={thread} isCurrent={thread.uuid === current} series={series} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Beside the name of the tab: unresolved threads; nothing without any. */
export function CommentCount() {
  const { threads } = useComments();
  const count = threads.filter(({ isResolved }) => !isResolved).length;
  return count === 0 ? null : <span className={classes.number}>{count}</span>;
}

function NewThread({ draft, series }: { draft: CommentDraft; series: readonly Series[] }) {
  const { send, dropDraft } = useComments();
  return (
    <div className={classes.new}>
      <p className={classes.where}>
        <PlaceText place={draft} series={series} />
      </p>
      <WriteComment
        key={JSON.stringify(draft.pin)}
        draft={draft}
        label={COMMENT_TEXTS.write}
        act={COMMENT_TEXTS.send}
        hasFocus
        onSend={(words) => send({ ...draft, ...words }, words)}
        onDiscard={() => dropDraft(draft.key)}
      />
      <AboutSegment draft={draft} />
    </div>
  );
}

/** A thread on a segment is seen by fewer people, so nothing is chosen before. */
function AboutSegment({ draft }: { draft: CommentDraft }) {
  const { keepDraft } = useComments();
  const { segmentation } = useMaskPanel();
  const current = useMask((state) => state.current);
  const segment = segmentation?.segments.find(({ uuid }) => uuid === (draft.segment ?? current));
  if (segmentation === null || segment === undefined) return null;
  return (
    <Checkbox
      size="xs"
      label={t('About {name}', { name: segment.title ?? segmentation.structure.title })}
      description={t('Seen by whoever may see the segmentation.')}
      checked={draft.segment === segment.uuid}
      onChange={({ currentTarget: { checked } }) =>
        keepDraft({ ...draft, segmentation: checked ? segmentation.uuid : null, segment: checked ? segment.uuid : null })
      }
    />
  );
}

function NoThreads({ areResolved }: { areResolved: boolean }) {
  const { serverReachable } = useSession<Session>();
  const { error, isKnown, isFetching, refetch } = useComments();
  if (areResolved)
    return (
      <EmptyState icon={IconMessageCheck} title={COMMENT_TEXTS.allResolved}>
        {COMMENT_TEXTS.allResolvedWhy}
      </EmptyState>
    );
  if (!isKnown && error === null && serverReachable)
    return <Skeleton className={listClasses.loading ?? ''} role="status" aria-busy aria-label={COMMENT_TEXTS.loading} />;
  if (!isKnown)
    return (
      <ErrorState
        title={serverReachable ? COMMENT_TEXTS.failed : COMMENT_TEXTS.offline}
        offline={!serverReachable}
        retrying={isFetching}
        onRetry={() => void refetch()}
      >
        {serverReachable ? COMMENT_TEXTS.failedWhy : COMMENT_TEXTS.offlineWhy}
      </ErrorState>
    );
  return (
    <EmptyState icon={IconMessage} title={COMMENT_TEXTS.none}>
      {COMMENT_TEXTS.noneWhy}
    </EmptyState>
  );
}
