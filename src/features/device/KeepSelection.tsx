import { IconDeviceLaptop } from '@tabler/icons-react';
import { useState } from 'react';
import { openDeviceKey } from '#localdb/device-key.ts';
import { pinStudy, type PinnedName } from '#localdb/kept-copies/pins.ts';
import { isQuotaError } from '#localdb/quota.ts';
import type { LocalDb } from '#localdb/schema.ts';
import { ServerButton } from '#ui/ServerButton.tsx';
import { showDone, showFailure } from '#ui/toasts.ts';
import { keptAllText, notKeptAllText, TEXTS } from './texts.ts';
import { askForPromise } from './use-promise.ts';

interface KeepSelectionProps {
  db: LocalDb;
  studies: readonly { uuid: string; name: PinnedName }[];
  serverReachable: boolean;
}

/** Keeps every selected study on this device. Their marks in the list show the progress of each; space is checked as for one study. */
export function KeepSelection({ db, studies, serverReachable }: KeepSelectionProps) {
  const [busy, setBusy] = useState(false);

  async function keepAll() {
    setBusy(true);
    // Firefox asks the user, who may never answer.
    void askForPromise();
    const kept = await pinAll(db, studies).finally(() => setBusy(false));
    if (kept === studies.length) showDone(keptAllText(kept));
    else showFailure(notKeptAllText(kept, studies.length));
  }
  return (
    <ServerButton
      serverReachable={serverReachable}
      why={TEXTS.keepNeedsServer}
      variant="default"
      loading={busy}
      aria-label={TEXTS.keep}
      title={TEXTS.keep}
      leftSection={<IconDeviceLaptop size={16} stroke={1.5} aria-hidden />}
      onClick={() => void keepAll()}
    >
      {TEXTS.keepShort}
    </ServerButton>
  );
}

/** Returns how many are pinned. It stops when the device has no space for another. */
async function pinAll(db: LocalDb, studies: KeepSelectionProps['studies']): Promise<number> {
  const device = await openDeviceKey(db);
  let pinned = 0;
  try {
    for (const { uuid, name } of studies) {
      await pinStudy(db, device, uuid, name);
      pinned += 1;
    }
  } catch (error) {
    if (!isQuotaError(error)) throw error;
  }
  return pinned;
}
