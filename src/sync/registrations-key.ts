/** Under which the page keeps the registrations of a study as the server last listed them (PCALL-186): `Registration[]`. */
export const registrationsKey = (team: string | null, study: string) => ['registrations', team, study] as const;
