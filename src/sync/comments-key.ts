/** Under which the page keeps the comments on a study as the server last listed them (PCALL-108): `Comment[]`. */
export const commentsKey = (team: string | null, study: string) => ['comments', team, study] as const;
