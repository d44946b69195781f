import type { Suv, SuvBy } from '#contract/suv.ts';

/** As results and reports name the unit: by weight it is meant where nothing is said. */
const UNITS: Record<SuvBy, string> = { weight: 'SUV', lean_mass: 'SUVlbm', surface: 'SUVbsa' };

/** PET is looked at from 0: liver and blood pool are grey, tumours black or white. */
export const FIRST_SUV_WINDOW = { center: 3.5, width: 7 };

/** What shows uptake in place of the values of the files; null where that is not known. */
export function uptakeScale(suv: Suv | null | undefined, by: SuvBy) {
  const factor = suv && 'rule' in suv ? suv[by] : null;
  return factor === null ? null : { factor, unit: UNITS[by], window: FIRST_SUV_WINDOW };
}

export const isUptake = (unit: string): boolean => Object.values(UNITS).includes(unit);
