import { ActionIcon, Tooltip } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import classes from './Favorites.module.css';
import { addText, removeText } from './texts.ts';
import { useFavorites } from './use-favorites.ts';

/** The star of a study in the list and in its panel (FAV-09). */
export function FavoriteMark({ userId, studyUuid, name }: { userId: number; studyUuid: string; name: string }) {
  const { favorites, store } = useFavorites(userId);
  const isFavorite = favorites.includes(studyUuid);
  const words = isFavorite ? removeText(name) : addText(name);
  return (
    <Tooltip label={words}>
      <ActionIcon
        className={classes.star ?? ''}
        data-lit={isFavorite || undefined}
        aria-label={words}
        aria-pressed={isFavorite}
        onClick={(event) => {
          event.stopPropagation();
          if (isFavorite) store.remove(studyUuid);
          else store.add(studyUuid);
        }}
      >
        {isFavorite ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} stroke={1.5} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
