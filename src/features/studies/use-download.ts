import { useState } from 'react';
import { prepareDownload, type WantedDownload } from '#api/prepare-download.ts';
import { openDownload } from '#ui/browser/open-download.ts';
import { showTrouble } from '#ui/toasts.ts';
import { downloadFailedText } from './texts.ts';

/** Passes a file to the browser's downloads. Reports if it cannot start; the browser reports the rest. */
export function useDownload() {
  const [isPreparing, setPreparing] = useState(false);
  async function download(wanted: WantedDownload): Promise<void> {
    setPreparing(true);
    const prepared = await prepareDownload(wanted).finally(() => setPreparing(false));
    if (prepared.ok) openDownload(prepared.value);
    else showTrouble(downloadFailedText(prepared.failure));
  }
  return { isPreparing, download };
}
