/** What models have proposed for a study (PCALL-160): `StudyProposals`. */
export const proposalsKey = (team: string | null, study: string) => ['study-proposals', team, study] as const;

/** Models that run, asked for a study (PCALL-155): `RunnableModel[]`. Of a pinned study, those that suit it are kept. */
export const studyModelsKey = (team: string | null, study: string) => ['study-models', team, study] as const;
