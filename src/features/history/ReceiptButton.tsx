import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useState } from 'react';
import { fetchReceiptFile } from '#api/receipt-file.ts';
import type { UploadRow } from '#contract/entities.ts';
import type { Session } from '#model/session.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { useSession } from '#ui/session-context.tsx';
import { showTrouble } from '#ui/toasts.ts';
import { TEXTS } from './texts.ts';

/** Shown only if the server says that it would return the receipt. */
export function ReceiptButton({ upload }: { upload: Pick<UploadRow, 'session' | 'receipt'> }) {
  const { serverReachable } = useSession<Session>();
  const [isFetching, setFetching] = useState(false);
  if (!upload.receipt) return null;

  async function download() {
    setFetching(true);
    const receipt = await fetchReceiptFile(upload.session).finally(() => setFetching(false));
    if (receipt.ok) saveFile(receipt.value);
    else showTrouble(TEXTS.noReceipt);
  }

  return (
    <Tooltip label={serverReachable ? TEXTS.receipt : TEXTS.receiptOffline}>
      <ActionIcon
        aria-label={TEXTS.receipt}
        loading={isFetching}
        {...(serverReachable ? {} : { 'data-disabled': true, 'aria-disabled': true })}
        onClick={() => serverReachable && void download()}
      >
        <IconCertificate size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );
}
