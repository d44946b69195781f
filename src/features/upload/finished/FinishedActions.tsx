import { Button, Tooltip } from '@mantine/core';
import { IconCertificate, IconStack2, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { fetchReceiptFile } from '#api/receipt-file.ts';
import { freeKeptCopies } from '#localdb/kept-copies/kept-copies.ts';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import type { UploadView } from '#model/uploads/upload-view.ts';
import { saveFile } from '#ui/browser/save-file.ts';
import { useSession } from '#ui/session-context.tsx';
import classes from './FinishedState.module.css';
import { freeText, SENDING_TEXTS } from '#features/upload/sending/sending-texts.ts';
import { TEXTS } from '#features/upload/texts.ts';
import { showTrouble } from '#ui/toasts.ts';

/** Actions of a finished upload: save its receipt, open its studies, free up its space on this device. */
export function FinishedActions({ db, view }: { db: LocalDb; view: UploadView }) {
  const { serverReachable } = useSession<Session>();
  const [isFetching, setFetching] = useState(false);

  async function download() {
    setFetching(true);
    const receipt = await fetchReceiptFile(view.id).finally(() => setFetching(false));
    if (receipt.ok) saveFile(receipt.value);
    else showTrouble(SENDING_TEXTS.noReceipt);
  }

  return (
    <div className={classes.actions}>
      <Tooltip label={SENDING_TEXTS.receiptOffline} disabled={serverReachable}>
        <Button
          variant="default"
          leftSection={<IconCertificate size={16} stroke={1.5} aria-hidden />}
          loading={isFetching}
          {...(serverReachable ? {} : { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => serverReachable && void download()}
        >
          {SENDING_TEXTS.downloadReceipt}
        </Button>
      </Tooltip>
      <Button
        variant="default"
        leftSection={<IconStack2 size={16} stroke={1.5} aria-hidden />}
        renderRoot={(props) => <Link to="/studies-v2" {...props} />}
      >
        {TEXTS.toStudies}
      </Button>
      {view.bytes.kept > 0 && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />}
          onClick={() => void freeKeptCopies(db, view.id)}
        >
          {freeText(view.bytes.kept)}
        </Button>
      )}
    </div>
  );
}
