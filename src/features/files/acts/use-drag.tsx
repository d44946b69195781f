import { useState, type DragEvent } from 'react';
import { isWithin, parentOf, ROOT } from '#features/files/pane/paths.ts';
import type { Row } from '#features/files/pane/rows.ts';
import type { Pane } from '#features/files/pane/use-pane.ts';
import { dragNoteText, dragText } from '#features/files/texts.ts';
import classes from './Acts.module.css';

interface Dragged {
  paths: readonly string[];
  name: string;
}

interface Over {
  pane: Pane['side'];
  /** Key of the folder below the pointer; null: the folder of the pane. */
  key: string | null;
  isCopy: boolean;
  x: number;
  y: number;
  words: string;
}

/** Entries that are dragged to a folder or to the other pane: moved, or with Ctrl copied. A label at the pointer says which. */
export function useDrag(
  serverReachable: boolean,
  onDrop: (isCopy: boolean, paths: readonly string[], to: string) => void,
  onFiles: ((files: DataTransfer, to: string) => void) | null,
) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const [over, setOver] = useState<Over | null>(null);
  const stop = () => {
    setDragged(null);
    setOver(null);
  };

  return {
    over,
    label: over !== null && (
      <div className={classes.drag} style={{ left: over.x + 16, top: over.y + 12 }} aria-hidden>
        <span>{over.words}</span>
        <span className={classes.dragNote}>{dragNoteText(over.isCopy)}</span>
      </div>
    ),
    start(event: DragEvent, pane: Pane, row: Row) {
      if (!serverReachable) return event.preventDefault();
      const paths = pane.marks.selected.has(row.key) ? [...pane.marks.selected] : [row.key];
      event.dataTransfer.effectAllowed = 'copyMove';
      // The label says it in words; a picture of one line would be less than what is dragged.
      event.dataTransfer.setDragImage(document.createElement('canvas'), 0, 0);
      setDragged({ paths, name: row.name });
    },
    move(event: DragEvent, pane: Pane, row: Row | null) {
      if (dragged === null) {
        // Files of the desktop.
        if (onFiles === null || !hasFiles(event) || folderUnder(pane, row) === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        return;
      }
      const folder = folderUnder(pane, row);
      const isCopy = event.ctrlKey || event.metaKey;
      if (folder === null || !isAllowed(dragged.paths, folder, isCopy)) return setOver(null);
      event.preventDefault();
      event.dataTransfer.dropEffect = isCopy ? 'copy' : 'move';
      const key = row !== null && folder !== pane.place.dir ? row.key : null;
      const words = dragText(isCopy, dragged.paths.length, dragged.name, folder);
      setOver({ pane: pane.side, key, isCopy, x: event.clientX, y: event.clientY, words });
    },
    drop(event: DragEvent, pane: Pane, row: Row | null) {
      const folder = folderUnder(pane, row);
      if (dragged !== null && folder !== null) {
        event.preventDefault();
        const isCopy = event.ctrlKey || event.metaKey;
        if (isAllowed(dragged.paths, folder, isCopy)) onDrop(isCopy, dragged.paths, folder);
      }
      if (dragged === null && folder !== null && onFiles !== null && hasFiles(event)) {
        event.preventDefault();
        onFiles(event.dataTransfer, folder);
      }
      stop();
    },
    stop,
  };
}

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** The folder that something is dropped into: that of a line, or that of the pane; null where nothing can be. */
function folderUnder({ place, above }: Pane, row: Row | null): string | null {
  if (place.isBin) return null;
  const dir = row?.kind === 'folder' ? row.key : row?.kind === 'up' ? (above?.place.dir ?? ROOT) : place.dir;
  return dir === ROOT ? null : dir;
}

/** Not into itself, and not to where it is: that would only be asked about as a conflict. */
const isAllowed = (paths: readonly string[], folder: string, isCopy: boolean): boolean =>
  paths.every((path) => !isWithin(folder, path) && (isCopy || parentOf(path) !== folder));
