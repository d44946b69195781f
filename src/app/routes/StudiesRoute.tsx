import { useMemo } from 'react';
import { useOwn, type Own } from '#app/session/visit-context.tsx';
import { LazySeriesViewer } from '#app/viewer/lazy-series-viewer.ts';
import { PinMark } from '#features/device/PinMark.tsx';
import { TEXTS as FAVORITES } from '#features/favorites/texts.ts';
import { FavoriteMark } from '#features/favorites/FavoriteMark.tsx';
import { KeepActsProvider, type KeepActs } from '#features/studies/keep-acts-context.ts';
import type { Study } from '#features/studies/listed-study.ts';
import { StudiesPage } from '#features/studies/StudiesPage.tsx';
import type { PinnedName } from '#localdb/pins.ts';
import { usePinStates } from '#localdb/use-kept.ts';
import { patientNameToText } from '#model/patient-name.ts';
import type { PinState } from '#model/pin-state.ts';

export function StudiesRoute() {
  const { db, userId } = useOwn();
  const states = usePinStates(db);
  const acts = useMemo(() => keepActs({ db, userId }, states), [db, userId, states]);
  return (
    <KeepActsProvider value={acts}>
      <StudiesPage db={db} Viewer={LazySeriesViewer} />
    </KeepActsProvider>
  );
}

function keepActs({ db, userId }: Own, states: ReadonlyMap<string, PinState> | undefined): KeepActs {
  return {
    mark(study) {
      const name = pinnedName(study);
      return (
        <>
          <FavoriteMark userId={userId} studyUuid={study.uuid} name={name.patientName || FAVORITES.noName} />
          <PinMark db={db} studyUuid={study.uuid} name={name} state={states && (states.get(study.uuid) ?? null)} />
        </>
      );
    },
  };
}

function pinnedName({ data, modality, bodyPart }: Study): PinnedName {
  return { patientName: patientNameToText(data.patientName), description: [modality, bodyPart?.title].filter(Boolean).join(' · ') };
}
