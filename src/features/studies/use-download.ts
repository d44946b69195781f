import { useState } from 'react';
import { prepareDownload, type WantedDownload } from '#api/prepare-download.ts';
import { openDownload } from '#ui/browser/open-download.ts';
import type { ApiFailure } from '#api/result.ts';
import { showDone, showProgress, showTrouble } from '#ui/toasts.ts';
import { downloadFailedText, downloadingText, downloadsFailedText, downloadsStartedText } from './texts.ts';

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

/** Passes several files to the browser's downloads, one after the other. The count is one message; a file that cannot start is left out. */
export function useDownloads() {
  const [isPreparing, setPreparing] = useState(false);
  async function downloadAll(wanted: readonly WantedDownload[]): Promise<void> {
    setPreparing(true);
    const progress = showProgress(downloadingText(0, wanted.length));
    const { started, failed } = await startAll(wanted, (done) => progress.show(downloadingText(done, wanted.length)));
    progress.end();
    setPreparing(false);
    if (failed === null) showDone(downloadsStartedText(started));
    else showTrouble(downloadsFailedText({ started, wanted: wanted.length, failure: failed }));
  }
  return { isPreparing, downloadAll };
}

/** Without a network the rest is not tried. `failed`: the first failure. */
async function startAll(
  wanted: readonly WantedDownload[],
  onStarted: (started: number) => void,
): Promise<{ started: number; failed: ApiFailure | null }> {
  let started = 0;
  let failed: ApiFailure | null = null;
  for (const each of wanted) {
    const prepared = await prepareDownload(each);
    if (prepared.ok) {
      openDownload(prepared.value);
      onStarted((started += 1));
    } else {
      failed ??= prepared.failure;
      if (prepared.failure.kind === 'network') break;
    }
  }
  return { started, failed };
}
