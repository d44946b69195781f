import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { transferFunctionsQuery } from '#api/transfer-functions-query.ts';
import type { Session } from '#model/session.ts';
import { useSession } from '#ui/session-context.tsx';
import { CT_CURVES, type VolumeCurve } from './volume-look.ts';

/** Curves that a volume of a modality can be shown with: those of CT, and the team's. `modality`: null, all of them. */
export function useVolumeCurves(modality: string | null): readonly VolumeCurve[] {
  const { team, permissions } = useSession<Session>();
  const { data } = useQuery({
    ...transferFunctionsQuery(team?.slug ?? null),
    enabled: team !== null && permissions.has('r:transfer-functions'),
  });
  return useMemo(() => {
    const ofTeam = (data?.data ?? []).map(({ uuid, name, unit, points }) => ({ id: uuid, name, unit, points }));
    return [...(modality === null || modality === 'CT' ? CT_CURVES : []), ...ofTeam];
  }, [data, modality]);
}
