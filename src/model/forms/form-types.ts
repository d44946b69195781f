/** For what may know models only. */
export type { AnswerContent, FormCode, FormField, FormItem, FormSection, FormValue, FormVersion } from '#contract/forms.ts';
