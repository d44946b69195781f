/** Opens the form that assigns studies, from the feature of tasks. */
export type AskForAnnotation = (studies: readonly string[]) => void;
