/** Under which the page keeps the layouts of the user and the team as the server last listed them (PCALL-93): `SavedLayout[]`. */
export const layoutsKey = (team: string | null) => ['layouts', team] as const;
