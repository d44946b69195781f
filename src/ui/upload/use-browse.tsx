import { useRef, type ReactNode } from 'react';
import { readChosen, type Given } from './read-dropped.ts';

interface Browse {
  browseFiles: () => void;
  browseFolder: () => void;
  /** The two hidden inputs; they stand once in the page. */
  inputs: ReactNode;
}

/** The system's own dialogs for files and for a folder, opened by whatever button the page likes. */
export function useBrowse(onGiven: (given: Given) => void, names: { files: string; folder: string }): Browse {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  function take(input: HTMLInputElement) {
    if (input.files && input.files.length > 0) onGiven(readChosen(input.files));
    // The same folder can be chosen again: without this the second choice is no change.
    input.value = '';
  }

  return {
    browseFiles: () => files.current?.click(),
    browseFolder: () => folder.current?.click(),
    inputs: (
      <>
        <input ref={files} type="file" multiple hidden aria-label={names.files} onChange={(event) => take(event.currentTarget)} />
        <input
          ref={folder}
          type="file"
          {...WHOLE_FOLDER}
          hidden
          aria-label={names.folder}
          onChange={(event) => take(event.currentTarget)}
        />
      </>
    ),
  };
}

/** React knows the attribute, its types do not. */
const WHOLE_FOLDER = { webkitdirectory: '' };
