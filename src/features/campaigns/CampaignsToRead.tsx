import { Button } from '@mantine/core';
import { IconPlayerPlay, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { LocalDb } from '#localdb/schema.ts';
import type { Session } from '#model/session.ts';
import { readPath } from '#model/addresses/annotator-address.ts';
import { nextRead } from '#model/campaigns/shown-reads.ts';
import { OPENS_ANNOTATOR } from '#ui/annotator-link.ts';
import { useSession } from '#ui/session-context.tsx';
import classes from './Campaigns.module.css';
import { isBegun } from './own-reads.ts';
import { dueText, leftToReadText, TEXTS } from './texts.ts';
import { useCampaignsToRead } from './use-campaigns.ts';

/** A line for each campaign in which the user has reads left; nothing without one. */
export function CampaignsToRead({ db }: { db: LocalDb }) {
  const { permissions } = useSession<Session>();
  const campaigns = useCampaignsToRead(db, { enabled: permissions.has('r:reviews') });
  if (campaigns.length === 0) return null;
  return (
    <ul className={classes.toRead} aria-label={TEXTS.toRead}>
      {campaigns.map(({ campaign: { uuid, title, due }, reads }) => (
        <li key={uuid} data-campaign={uuid}>
          <IconUsersGroup size={18} stroke={1.5} aria-hidden />
          <Link
            to="/reviews/campaigns/$uuid"
            params={{ uuid } as never}
            search={{ view: 'reads' } as never}
            className={classes.toReadTitle}
          >
            <bdi>{title}</bdi>
          </Link>
          <span className={classes.dim}>
            {[leftToReadText(reads.filter(({ state }) => state !== 'done').length), due !== null && dueText(due)]
              .filter(Boolean)
              .join(', ')}
          </span>
          <Button
            component="a"
            className={classes.last}
            variant="default"
            href={readPath(uuid, nextRead(reads)!)}
            leftSection={<IconPlayerPlay size={16} stroke={1.5} aria-hidden />}
            {...OPENS_ANNOTATOR}
          >
            {isBegun(reads) ? TEXTS.continueReading : TEXTS.startReading}
          </Button>
        </li>
      ))}
    </ul>
  );
}
