import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { LocalDb } from '#localdb/schema.ts';
import { readPath } from '#model/addresses/annotator-address.ts';
import { nextRead } from '#model/campaigns/shown-reads.ts';
import { OPENS_ANNOTATOR } from '#ui/annotator-link.ts';
import { isBegun } from './own-reads.ts';
import { TEXTS } from './texts.ts';
import { useOwnReads } from './use-campaigns.ts';

/** Opens the next case of the reader; nothing once all are read or the campaign has finished. */
export function ReadButton({ db, uuid }: { db: LocalDb; uuid: string }) {
  const { data } = useOwnReads(db, uuid);
  const next = data === undefined || data.campaign.state !== 'running' ? null : nextRead(data.reads);
  if (data === undefined || next === null) return null;
  return (
    <Button
      component="a"
      href={readPath(uuid, next)}
      leftSection={<IconPlayerPlay size={16} stroke={1.5} aria-hidden />}
      {...OPENS_ANNOTATOR}
    >
      {isBegun(data.reads) ? TEXTS.continueReading : TEXTS.startReading}
    </Button>
  );
}
