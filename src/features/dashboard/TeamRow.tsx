import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronRight, IconStar, IconStarFilled } from '@tabler/icons-react';
import type { Team } from '#contract/entities.ts';
import { t } from '#language/t.ts';
import { classNames } from '#ui/class-names.ts';
import { LetterAvatar } from '#ui/LetterAvatar.tsx';
import rowLink from '#ui/lists/row-link.module.css';
import classes from './TeamRow.module.css';
import { TEXTS } from './texts.ts';

interface TeamRowProps {
  team: Team;
  address: string;
  href: string;
  preferred: boolean;
  mayPrefer: boolean;
  onPrefer: () => void;
  onOpen: () => void;
}

/** DASH-03 to 08. The whole row is the link; the star is above it. */
export function TeamRow({ team, address, href, preferred, mayPrefer, onPrefer, onOpen }: TeamRowProps) {
  const starLabel = preferred ? TEXTS.preferred(team.title) : TEXTS.prefer(team.title);
  return (
    <li className={classNames(rowLink.row, classes.row)}>
      <LetterAvatar name={team.title} color={team.data.color} size={40} />
      <div className={classes.name}>
        <a className={classNames(rowLink.link, classes.link)} href={href} onClick={onOpen} title={team.title}>
          <bdi>{team.title}</bdi>
        </a>
        <span className={classes.address}>{team.suspended === true ? `${TEXTS.suspended} · ${address}` : address}</span>
      </div>
      <span className={classes.members}>{t('{count, plural, one {# member} other {# members}}', { count: team.users.length })}</span>
      <Tooltip label={mayPrefer ? starLabel : TEXTS.needsServer}>
        <ActionIcon
          className={classes.star ?? ''}
          size={36}
          aria-label={starLabel}
          aria-pressed={preferred}
          aria-disabled={!mayPrefer}
          onClick={() => mayPrefer && !preferred && onPrefer()}
        >
          {preferred ? <IconStarFilled className={classes.lit} size={20} aria-hidden /> : <IconStar size={20} stroke={1.5} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <IconChevronRight className={classes.chevron} size={18} stroke={1.5} aria-hidden />
    </li>
  );
}
