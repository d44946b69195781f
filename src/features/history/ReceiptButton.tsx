import { ActionIcon, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCertificate } from '@tabler/icons-react';
import { useState } from 'react';
import { fetchReceiptFile } from '#api/receipt-file.ts';
import type { UploadRow } from '#contract/entities.ts';
import type { Session } from '#model/session.ts';
import { saveFile } from '#ui/save-file.ts';
import { useSession } from '#ui/session-context.tsx';
import { TEXTS } from './texts.ts';

const TROUBLE_MS = 8_000;

/** For who sent the upload, once every file is proved: the server gives it to nobody else. */
export function ReceiptButton({ upload }: { upload: UploadRow }) {
  const { user, serverReachable } = useSession<Session>();
  const [isFetching, setFetching] = useState(false);
  if (upload.user !== user.name || upload.files === 0 || upload.proved < upload.files) return null;

  async function download() {
    setFetching(true);
    const receipt = await fetchReceiptFile(upload.session).finally(() => setFetching(false));
    if (receipt.ok) saveFile(receipt.value);
    else notifications.show({ message: TEXTS.noReceipt, color: 'coral', autoClose: TROUBLE_MS, role: 'alert' });
  }

  return (
    <Tooltip label={TEXTS.receipt}>
      <ActionIcon aria-label={TEXTS.receipt} loading={isFetching} disabled={!serverReachable} onClick={() => void download()}>
        <IconCertificate size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );
}
