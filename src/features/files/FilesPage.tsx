import { Kbd, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { keyNames } from '#ui/key-names.ts';
import { Page } from '#ui/Page.tsx';
import { Sheet } from '#ui/Sheet.tsx';
import { useBrowse } from '#ui/upload/use-browse.tsx';
import { useSession } from '#ui/session-context.tsx';
import { ActsMenu } from './acts/ActsMenu.tsx';
import { whyNot, type ActSituation, type FileActId } from './acts/file-acts.ts';
import { FunctionBar, PhoneBar } from './acts/FunctionBar.tsx';
import { useDrag } from './acts/use-drag.tsx';
import { useFileActs } from './acts/use-file-acts.tsx';
import classes from './Files.module.css';
import { FilePane } from './pane/FilePane.tsx';
import { isArchive, nameOf, ROOT } from './pane/paths.ts';
import type { Place, Row } from './pane/rows.ts';
import { usePane, type Pane } from './pane/use-pane.ts';
import { FilePreview, PreviewBody, type Previewed } from './preview/FilePreview.tsx';
import { ACT_TEXTS, copiesHereText, copyingText, TEXTS } from './texts.ts';
import { useAreaIntake } from './upload/use-area-intake.ts';
import { useKeptPlaces, type Side } from './use-files.ts';
import { FileWorks } from './works/FileWorks.tsx';

const ROW_PX = 32;
/** A finger needs it. */
const TOUCH_ROW_PX = 44;
/** Name, and below it size and time. */
const PHONE_ROW_PX = 56;

const otherOf = (side: Side): Side => (side === 'left' ? 'right' : 'left');

/** FM-001: two panes. Acts work from the pane that has the keyboard into the folder of the other one. */
export function FilesPage({ db, userId }: { db: LocalDb; userId: number }) {
  const { serverReachable, permissions, team } = useSession<Session>();
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const isCoarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const panes = usePanes();
  const [activeSide, setActive] = useState<Side>('left');
  const active = panes[activeSide];
  const other = panes[otherOf(activeSide)];
  const grids = { left: useRef<HTMLDivElement>(null), right: useRef<HTMLDivElement>(null) };
  const bar = useRef<HTMLDivElement>(null);
  const [renaming, setRenaming] = useState<{ side: Side; key: string } | null>(null);
  const [viewed, setViewed] = useState<{ beside: Side; file: Previewed } | null>(null);
  const [menuAt, setMenuAt] = useState<{ x: number; y: number } | null>(null);

  const focus = (side: Side) => grids[side].current?.focus();
  const mayUpload = team !== null && permissions.has('r:upload-v2');
  const situation = { ...situationOf(active, other, serverReachable), mayUpload };
  const intake = useAreaIntake(db, userId);
  const { browseFiles, browseFolder, inputs } = useBrowse((given) => intake.take(given, active.place.dir), {
    files: ACT_TEXTS.upload,
    folder: ACT_TEXTS['upload-folder'],
  });
  const acts = useFileActs(active, {
    to: situation.to,
    onEnd: () => focus(activeSide),
    onRename: ({ key }) => setRenaming({ side: activeSide, key }),
    onView: view,
    onUpload: (isFolder) => (isFolder ? (browseFolder ?? browseFiles) : browseFiles)(),
  });
  const drag = useDrag(serverReachable, (isCopy, paths, to) => void acts.transferInto(isCopy, paths, to), mayUpload ? intake.drop : null);

  function view({ key, name, size }: Row) {
    setViewed(viewed?.file.path === key ? null : { beside: otherOf(activeSide), file: { path: key, name, size: size ?? 0 } });
  }

  function act(id: FileActId) {
    if (whyNot(id, situation) === null) acts.run(id);
  }

  function open(pane: Pane, row: Row) {
    if (row.kind === 'up') return up(pane);
    if (row.kind === 'bin') return pane.goTo({ dir: pane.place.dir, isBin: true });
    if (row.kind === 'folder') return pane.goTo({ dir: row.key, isBin: false });
    if (row.kind === 'file' && serverReachable) view(row);
  }

  function up(pane: Pane) {
    if (pane.above !== null) pane.goTo(pane.above.place, pane.above.cursor);
  }

  const paneOf = (side: Side) => {
    const pane = panes[side];
    const isActive = side === activeSide;
    return (
      <FilePane
        key={side}
        pane={pane}
        rowPx={isPhone ? PHONE_ROW_PX : isCoarse ? TOUCH_ROW_PX : ROW_PX}
        isActive={isActive}
        onActivate={() => setActive(side)}
        renaming={renaming?.side === side ? renaming.key : null}
        target={drag.over?.pane === side ? drag.over.key : null}
        isTarget={drag.over?.pane === side && drag.over.key === null}
        gridRef={grids[side]}
        note={!isActive && !isPhone && active.targets.length > 0 && situation.to === pane.place.dir ? copiesHereText('F5') : ''}
        onEmptyBin={acts.emptyBin}
        onOpen={(row) => open(pane, row)}
        onUp={() => up(pane)}
        onOtherPane={() => (isPhone ? setActive(otherOf(side)) : focus(otherOf(side)))}
        onLeave={() => bar.current?.querySelector('button')?.focus()}
        onAct={act}
        onMenu={setMenuAt}
        onRenamed={(row, name) => {
          setRenaming(null);
          if (name === null) focus(side);
          else void acts.rename(row, name);
        }}
        onDragStart={(event, row) => drag.start(event, pane, row)}
        onDragOver={(event, row) => drag.move(event, pane, row)}
        onDrop={(event, row) => drag.drop(event, pane, row)}
        onDragEnd={drag.stop}
      />
    );
  };

  const only = situation.targets.length === 1 ? (active.targets[0]?.name ?? null) : null;
  return (
    <Page
      title={TEXTS.files}
      breadcrumb={[
        permissions.has('admin') ? (
          <Link key="admin" to="/admin">
            {TEXTS.administration}
          </Link>
        ) : (
          <Link key="team" to="/team/users">
            {TEXTS.team}
          </Link>
        ),
      ]}
      actions={!isPhone && !isCoarse && <KeyNotes />}
    >
      <div className={classes.files}>
        {isPhone && (
          <SegmentedControl
            fullWidth
            className={classes.switch ?? ''}
            aria-label={TEXTS.show}
            value={activeSide}
            onChange={(side) => setActive(side as Side)}
            data={(['left', 'right'] as const).map((side) => ({ value: side, label: <bdi>{placeName(panes[side].place)}</bdi> }))}
          />
        )}
        <div className={classes.panes}>
          {(['left', 'right'] as const).map(
            (side) =>
              (!isPhone || side === activeSide) && (
                <div key={side} className={classes.side}>
                  {paneOf(side)}
                  {!isPhone && viewed?.beside === side && <FilePreview file={viewed.file} onClose={() => closePreview(side)} />}
                </div>
              ),
          )}
        </div>
        {inputs}
        {intake.copying !== null && (
          <p className={classes.copying} role="status">
            {copyingText(intake.copying.handled, intake.copying.total)}
          </p>
        )}
        <FileWorks db={db} openUpload={intake.openUpload} />
        {isPhone ? (
          <PhoneBar situation={situation} onAct={act} onMenu={() => setMenuAt({ x: 0, y: 0 })} />
        ) : (
          <FunctionBar barRef={bar} situation={situation} onAct={act} />
        )}
      </div>
      {drag.label}
      <ActsMenu at={menuAt} isPhone={isPhone} situation={situation} name={only} onAct={act} onClose={() => setMenuAt(null)} />
      {isPhone && (
        <Sheet opened={viewed !== null} onClose={() => setViewed(null)} title={viewed?.file.name ?? ''}>
          {viewed !== null && <PreviewBody file={viewed.file} />}
        </Sheet>
      )}
    </Page>
  );

  function closePreview(beside: Side) {
    setViewed(null);
    focus(otherOf(beside));
  }
}

/** Both panes, where they stood on this device. */
function usePanes(): Record<Side, Pane> {
  const { places, keep } = useKeptPlaces();
  const move = (side: Side) => (place: Place) => keep({ ...places, [side]: place });
  return { left: usePane('left', places.left, move('left')), right: usePane('right', places.right, move('right')) };
}

function situationOf({ place, targets, current }: Pane, other: Pane, serverReachable: boolean): Omit<ActSituation, 'mayUpload'> {
  const targetOf = ({ isFolder, isBusy, name }: Row) => ({ isFolder, isBusy, isArchive: !isFolder && isArchive(name) });
  return {
    isRoot: place.dir === ROOT,
    isBin: place.isBin,
    targets: targets.map(targetOf),
    current: current && targetOf(current),
    to: other.place.isBin || other.place.dir === ROOT ? null : other.place.dir,
    serverReachable,
  };
}

const placeName = ({ dir, isBin }: Place): string => (isBin ? TEXTS.bin : dir === ROOT ? TEXTS.areas : nameOf(dir));

function KeyNotes() {
  return (
    <span className={classes.keys} aria-hidden>
      {TEXTS.keys.map(([key, what]) => (
        <span key={key}>
          <Kbd>{keyNames(key)}</Kbd> {what}
        </span>
      ))}
    </span>
  );
}
