export type { RecognitionHeader, RecognitionTerm } from '#contract/recognition.ts';
