import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '#language/t.ts';
import { classNames } from '#ui/class-names.ts';
import { CodeChip } from '#ui/CodeChip.tsx';
import rowLink from '#ui/lists/row-link.module.css';
import classes from './Favorites.module.css';
import { removeText, TEXTS } from './texts.ts';
import { useFavoriteStudy, type FavoriteStudy } from './use-favorite-study.ts';

export interface FavoriteRowProps {
  team: string;
  uuid: string;
  /** The thumbnail of a study, from another feature through the app. */
  picture: (studyUuid: string, series: FavoriteStudy['series']) => ReactNode;
  onOpen: () => void;
  onRemove: () => void;
}

/** FAV-03, 09: picture, name and modality, or the uuid if they are unknown. The whole row is the link; the button is above it. */
export function FavoriteRow({ team, uuid, picture, onOpen, onRemove }: FavoriteRowProps) {
  const { name, modality, series, isGone } = useFavoriteStudy(team, uuid);
  const shown = name === null ? uuid : name || TEXTS.noName;
  const remove = removeText(shown);
  return (
    <li className={classNames(rowLink.row, classes.row)} data-favorite={uuid}>
      {picture(uuid, series)}
      <div className={classes.name} title={shown}>
        {isGone ? (
          <span data-uuid>{uuid}</span>
        ) : (
          <Link
            to="/studies-v2"
            search={{ study: uuid }}
            className={classNames(rowLink.link, classes.link)}
            onClick={onOpen}
            data-uuid={name === null || undefined}
          >
            <bdi>{shown}</bdi>
          </Link>
        )}
        {isGone && <span className={classes.gone}>{TEXTS.gone}</span>}
      </div>
      <CodeChip code={modality} name={t('Modality')} />
      <Tooltip label={remove}>
        <ActionIcon className={classes.remove ?? ''} aria-label={remove} onClick={onRemove}>
          <IconX size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
