import { ActionIcon, Button, Skeleton, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconFolderOff, IconFolderOpen, IconServer2, IconTrash, IconTrashX, IconX } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { withStatus } from '#api/failure-texts.ts';
import { ApiFailureError } from '#api/result.ts';
import type { Session } from '#model/session.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { ErrorState } from '#ui/lists/ErrorState.tsx';
import { asOfText } from '#ui/lists/list-texts.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { useSession } from '#ui/session-context.tsx';
import { entriesText, selectedText, selectionText, TEXTS, usedText } from '#features/files/texts.ts';
import { FileGrid, type GridActs } from './FileGrid.tsx';
import { cleared } from './marks.ts';
import { crumbsOf, ROOT } from './paths.ts';
import type { Pane } from './use-pane.ts';
import classes from './Pane.module.css';

interface FilePaneProps extends GridActs {
  pane: Pane;
  rowPx: number;
  isActive: boolean;
  onActivate: () => void;
  renaming: string | null;
  /** Key of the folder that entries are dragged over; `here`: the folder of the pane. */
  target: string | null;
  isTarget: boolean;
  gridRef: RefObject<HTMLDivElement | null>;
  /** At the end of the foot, while nothing is selected. */
  note: string;
  onEmptyBin: () => void;
}

export function FilePane({ pane, isActive, onActivate, isTarget, note, onEmptyBin, ...grid }: FilePaneProps) {
  const { side, place, marks, entries } = pane;
  const { serverReachable } = useSession<Session>();
  const count = marks.selected.size;
  return (
    <section
      className={classes.pane}
      aria-label={TEXTS.panes[side]}
      data-pane={side}
      data-active={isActive || undefined}
      data-target={isTarget || undefined}
      onFocusCapture={onActivate}
    >
      <header className={classes.head}>
        <Crumbs pane={pane} />
        {pane.area !== null && <span className={classes.used}>{usedText(pane.area)}</span>}
      </header>
      <VisuallyHidden id={`files-keys-${side}`}>{TEXTS.keysNote}</VisuallyHidden>
      <FileGrid {...grid} pane={pane} isActive={isActive}>
        <PaneState pane={pane} />
      </FileGrid>
      <footer className={classes.foot}>
        {count > 0 ? (
          <>
            <span className={classes.count} role="status">
              {selectedText(count)}
            </span>
            <span className={classes.sum}>{selectionText(sumOf(pane))}</span>
            <Tooltip label={TEXTS.clear}>
              <ActionIcon size="sm" aria-label={TEXTS.clear} onClick={() => pane.setMarks(cleared(marks))}>
                <IconX size={14} stroke={1.5} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </>
        ) : (
          <span>{entries > 0 && entriesText(entries)}</span>
        )}
        <span className={classes.end}>
          {pane.isOld ? asOfText(pane.list.dataUpdatedAt) : count > 0 ? entriesText(entries) : note}
          {place.isBin && entries > 0 && (
            <ServerButton
              variant="subtle"
              color="coral"
              size="compact-sm"
              leftSection={<IconTrashX size={14} stroke={1.5} aria-hidden />}
              serverReachable={serverReachable}
              why={TEXTS.needsServer}
              onClick={onEmptyBin}
            >
              {TEXTS.emptyBinAct}
            </ServerButton>
          )}
        </span>
      </footer>
    </section>
  );
}

function Crumbs({ pane: { side, place, goTo } }: { pane: Pane }) {
  const crumbs = crumbsOf(place.dir);
  const parts = [
    ...crumbs.map(({ name, path }) => ({ name, place: { dir: path, isBin: false } })),
    ...(place.isBin ? [{ name: TEXTS.bin, place }] : []),
  ];
  return (
    <nav className={classes.crumbs} aria-label={TEXTS.paths[side]}>
      <Tooltip label={TEXTS.areas}>
        <ActionIcon
          aria-label={TEXTS.areas}
          {...(place.dir === ROOT ? { 'aria-current': 'location' as const } : {})}
          onClick={() => goTo({ dir: ROOT, isBin: false })}
        >
          <IconServer2 size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <ol>
        {parts.map(({ name, place: to }, at) => (
          <li key={`${to.dir}${to.isBin}`}>
            {at === parts.length - 1 ? (
              <span className={classes.here} aria-current="location">
                <bdi title={name}>{name}</bdi>
              </span>
            ) : (
              <UnstyledButton className={classes.crumb ?? ''} onClick={() => goTo(to)}>
                <bdi title={name}>{name}</bdi>
              </UnstyledButton>
            )}
          </li>
        ))}
        {place.dir === ROOT && <li className={classes.here}>{TEXTS.areas}</li>}
      </ol>
    </nav>
  );
}

/** What stands below the way up while there are no entries. */
function PaneState({ pane: { place, list, isLoaded, entries, above, goTo } }: { pane: Pane }) {
  const { serverReachable } = useSession<Session>();
  if (entries > 0) return null;
  return (
    <div className={classes.state} role="row">
      <div role="gridcell">
        {isLoaded ? (
          <Nothing place={place} />
        ) : isGone(list.error) ? (
          <EmptyState
            icon={IconFolderOff}
            title={TEXTS.notHere}
            action={
              <Button variant="default" onClick={() => goTo(above?.place ?? { dir: ROOT, isBin: false })}>
                {above === null || above.place.dir === ROOT ? TEXTS.goAreas : TEXTS.goUp}
              </Button>
            }
          >
            {TEXTS.notHereWhy}
          </EmptyState>
        ) : list.isError || list.fetchStatus === 'paused' ? (
          <ErrorState
            title={serverReachable ? withStatus(TEXTS.failed, list.error) : TEXTS.offline}
            offline={!serverReachable}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          >
            {serverReachable ? TEXTS.failedWhy : TEXTS.offlineWhy}
          </ErrorState>
        ) : (
          <div className={classes.loading} aria-hidden>
            {['45%', '60%', '38%', '52%', '48%'].map((width) => (
              <Skeleton key={width} width={width} height={12} />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

function Nothing({ place: { dir, isBin } }: { place: Pane['place'] }) {
  if (isBin)
    return (
      <EmptyState icon={IconTrash} title={TEXTS.emptyBin}>
        {TEXTS.emptyBinWhy}
      </EmptyState>
    );
  const isRoot = dir === ROOT;
  return (
    <EmptyState icon={isRoot ? IconServer2 : IconFolderOpen} title={isRoot ? TEXTS.emptyAreas : TEXTS.empty}>
      {isRoot ? TEXTS.emptyAreasWhy : TEXTS.emptyWhy}
    </EmptyState>
  );
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiFailureError &&
  error.failure.kind === 'refused' &&
  (error.failure.code === 'not_found' || error.failure.code === 'not_allowed');

function sumOf({ rows, marks }: Pane): { files: number; folders: number; bytes: number } {
  const selected = rows.filter(({ key }) => marks.selected.has(key));
  const files = selected.filter(({ isFolder }) => !isFolder);
  return { files: files.length, folders: selected.length - files.length, bytes: files.reduce((sum, { size }) => sum + (size ?? 0), 0) };
}
