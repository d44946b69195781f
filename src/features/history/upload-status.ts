import type { UploadRow } from '#contract/entities.ts';
import type { Status } from '#model/status.ts';

/**
 * The word for an upload as the server has it. It has failed where a series ended in error and nothing is left to do; while other series
 * are still on their way the number of errors stands beside the word.
 */
export function uploadStatus({ state, errors, proved, files }: Pick<UploadRow, 'state' | 'errors' | 'proved' | 'files'>): Status {
  switch (state) {
    case 'ready':
    case 'preview':
      return 'queued';
    case 'upload':
      return proved > 0 && proved === files ? 'proved' : 'sending';
    case 'converting':
      return 'converting';
    case 'finished':
      return errors > 0 ? 'failed' : 'converted';
  }
}
