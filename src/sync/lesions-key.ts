/** Under which the page keeps the lesions of the patient of a study as the server last listed them (PCALL-123): `FollowUp`. */
export const followUpKey = (team: string | null, study: string) => ['follow-up', team, study] as const;
/** Those of all studies: a lesion is one of the patient. */
export const followUpsKey = (team: string | null) => ['follow-up', team] as const;
