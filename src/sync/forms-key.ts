/** Under which the page keeps the forms of a study with its answers, as the server last listed them (PCALL-115): `StudyForms`. */
export const studyFormsKey = (team: string | null, study: string) => ['study-forms', team, study] as const;
