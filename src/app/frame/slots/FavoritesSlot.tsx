import type { ReactNode } from 'react';
import { useOptionalOwn, useSessionState, useVisit } from '#app/session/visit-context.tsx';
import { isReady } from '#app/session/session-state.ts';
import { FavoritesDropdown } from '#features/favorites/FavoritesDropdown.tsx';
import { FavoritesList, type FavoritesListProps } from '#features/favorites/FavoritesList.tsx';
import { SeriesThumbnail } from '#features/studies/SeriesThumbnail.tsx';
import { ThumbnailsProvider } from '#features/studies/thumbnails-context.tsx';

/** Favorite studies in the frame, for users who may see studies: behind the star, or in the More sheet on a phone. */
export function FavoritesSlot(place: { isRail: boolean } | { inSheet: true; onDone: () => void }): ReactNode {
  const own = useOptionalOwn();
  const { site } = useVisit();
  const state = useSessionState();
  if (own === null || site.team === null || !isReady(state) || !state.permissions.list.has('r:studies')) return null;
  const list = { userId: own.userId, team: site.team, picture };
  return (
    <ThumbnailsProvider db={own.db}>
      {'inSheet' in place ? <FavoritesList {...list} onOpen={place.onDone} /> : <FavoritesDropdown {...list} isRail={place.isRail} />}
    </ThumbnailsProvider>
  );
}

const picture: FavoritesListProps['picture'] = (studyUuid, series) => <SeriesThumbnail series={series} studyUuid={studyUuid} size="row" />;
