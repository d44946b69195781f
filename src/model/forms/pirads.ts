/** What the assessment of a lesion follows from. Null: not known. */
export interface PiradsInput {
  zone: 'pz' | 'tz' | null;
  t2w: number | null;
  dwi: number | null;
  /** Early focal enhancement: it was seen, it was not seen, or there is no dynamic series. */
  dce: 'yes' | 'no' | 'none' | null;
}

/**
 * The category of PI-RADS v2.1 (Turkbey et al. 2019, figures 2 and 3), from 1 to 5; null while what decides is not known. In the peripheral zone DWI
 * decides, and 3 with early focal enhancement becomes 4. In the transition zone T2W decides; 2 with DWI 4 or 5 becomes 3, and 3 with DWI 5 becomes 4.
 */
export function piradsCategory({ zone, t2w, dwi, dce }: PiradsInput): number | null {
  if (zone === 'pz') {
    if (dwi !== 3) return dwi;
    return dce === null ? null : dce === 'yes' ? 4 : 3;
  }
  if (zone === null || t2w === null) return null;
  if (t2w === 2) return dwi === null ? null : dwi >= 4 ? 3 : 2;
  if (t2w === 3) return dwi === null ? null : dwi === 5 ? 4 : 3;
  return t2w;
}
