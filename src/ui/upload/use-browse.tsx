import { useRef, type ReactNode } from 'react';
import { readChosen, type Given } from './read-dropped.ts';

interface Browse {
  browseFiles: () => void;
  /** Null if the browser has no folder dialog, as on many phones. */
  browseFolder: (() => void) | null;
  /** The two hidden inputs; rendered once in the page. */
  inputs: ReactNode;
}

/** The system dialogs for files and for a folder, opened by any button of the page. */
export function useBrowse(onGiven: (given: Given) => void, names: { files: string; folder: string }): Browse {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  function take(input: HTMLInputElement) {
    if (input.files && input.files.length > 0) onGiven(readChosen(input.files));
    // Otherwise choosing the same folder again is not a change.
    input.value = '';
  }

  return {
    browseFiles: () => files.current?.click(),
    browseFolder: 'webkitdirectory' in HTMLInputElement.prototype ? () => folder.current?.click() : null,
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

/** React supports the attribute, its types do not. */
const WHOLE_FOLDER = { webkitdirectory: '' };
