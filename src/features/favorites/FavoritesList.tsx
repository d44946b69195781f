import { IconStar } from '@tabler/icons-react';
import { useRef } from 'react';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { formatCount } from '#ui/format.ts';
import { FavoriteRow, type FavoriteRowProps } from './FavoriteRow.tsx';
import classes from './Favorites.module.css';
import { TEXTS } from './texts.ts';
import { useFavorites } from './use-favorites.ts';

export interface FavoritesListProps extends Pick<FavoriteRowProps, 'team' | 'picture' | 'onOpen'> {
  userId: number;
}

export function FavoritesList({ userId, ...row }: FavoritesListProps) {
  const { favorites, store } = useFavorites(userId);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className={classes.panel} aria-label={TEXTS.title}>
      <header className={classes.head}>
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {TEXTS.title}
        </h2>
        {favorites.length > 0 && <span className={classes.count}>{formatCount(favorites.length)}</span>}
      </header>
      {favorites.length === 0 ? (
        <EmptyState icon={IconStar} title={TEXTS.empty}>
          {TEXTS.emptyWhy}
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {favorites.map((uuid) => (
            <FavoriteRow
              key={uuid}
              uuid={uuid}
              onRemove={() => {
                store.remove(uuid);
                // The button that had the focus was removed.
                heading.current?.focus();
              }}
              {...row}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
