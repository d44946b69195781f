import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { unlessOutdated } from '#localdb/connection.ts';
import { countWorkOn } from '#localdb/masks/work-file.ts';
import classes from './GoneWork.module.css';
import { KeptAsideLink } from './KeptAsideLink.tsx';
import { showSaveWork } from './work-dialogs.tsx';
import { goneText, WORK_FILE_TEXTS } from './work-file-texts.ts';
import type { WorkOwner } from './work-owner.ts';

/** Where a study cannot be opened any more: what becomes of what was drawn there, and a file of it. Nothing where there is none. */
export function GoneWork({ owner, study }: { owner: WorkOwner; study: string }) {
  const { db } = owner;
  const count = useLiveQuery(() => unlessOutdated(db, () => countWorkOn(db, study)), [db, study]) ?? 0;
  if (count === 0) return null;
  return (
    <div className={classes.gone}>
      <p role="status">{`${goneText(count)} ${WORK_FILE_TEXTS.goneWhy}`}</p>
      <Button leftSection={<IconFileDownload size={16} stroke={1.5} aria-hidden />} onClick={() => showSaveWork(owner)}>
        {WORK_FILE_TEXTS.save}
      </Button>
      <KeptAsideLink />
    </div>
  );
}
