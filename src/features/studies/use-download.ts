import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { prepareDownload, type WantedDownload } from '#api/prepare-download.ts';
import { openDownload } from '#ui/open-download.ts';
import { downloadFailedText } from './texts.ts';

const TROUBLE_MS = 8_000;

/** Hands a file to the browser's downloads. What keeps it from beginning is said; what happens after that, the browser says. */
export function useDownload() {
  const [isPreparing, setPreparing] = useState(false);
  async function download(wanted: WantedDownload): Promise<void> {
    setPreparing(true);
    const prepared = await prepareDownload(wanted).finally(() => setPreparing(false));
    if (prepared.ok) openDownload(prepared.value);
    else notifications.show({ message: downloadFailedText(prepared.failure), color: 'coral', autoClose: TROUBLE_MS, role: 'alert' });
  }
  return { isPreparing, download };
}
