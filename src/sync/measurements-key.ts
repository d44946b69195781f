/** Under which the page keeps the measurements of a study as the server last listed them (PCALL-90): `Measurement[]`. */
export const measurementsKey = (team: string | null, study: string) => ['measurements', team, study] as const;
