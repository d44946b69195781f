import { z } from './zod.ts';
import { DateText, Sha256, Uuid } from './entities.ts';
import { LIMITS } from './limits.ts';
import { nameUpTo, textUpTo } from './text.ts';

/** What a section of a form is filled in for. */
export const FORM_SCOPES = ['study', 'series', 'lesion', 'slice'] as const;
export type FormScope = (typeof FORM_SCOPES)[number];
/** What an answer has any number of. */
export type ItemScope = Exclude<FormScope, 'study'>;
const ItemScope = z.enum(['series', 'lesion', 'slice']);

/** Rules that suggest a value. */
export const FORM_RULES = ['pirads-2.1'] as const;
export type FormRuleName = (typeof FORM_RULES)[number];

/** A coded concept (PS3.3 8). As long as DICOM lets a code value and a scheme be. */
export const FormCode = z.object({ scheme: nameUpTo(16), value: nameUpTo(16), meaning: nameUpTo(64) });
export type FormCode = z.infer<typeof FormCode>;

/**
 * Of a field in all versions of a form, and of an option in all versions of a field. It is a code value of a report, so it has 16 characters.
 * `constructor` is a property of every object.
 */
export const FormKey = z.string().regex(/^(?!constructor$)[a-z0-9][a-z0-9_-]{0,15}$/);

const FormOption = z.object({ key: FormKey, text: nameUpTo(LIMITS.formLabelChars), code: FormCode.nullable() });
export type FormOption = z.infer<typeof FormOption>;

const field = {
  key: FormKey,
  label: nameUpTo(LIMITS.formLabelChars),
  /** Below the field; may be empty. */
  hint: textUpTo(LIMITS.formHintChars),
  /** What the field is called in a report. */
  code: FormCode.nullable(),
  required: z.boolean(),
  /** Shown only when that field has that option. */
  shownWhen: z.object({ field: FormKey, option: FormKey }).nullable(),
};

export const FormField = z.discriminatedUnion('kind', [
  z.object({
    ...field,
    kind: z.literal('choice'),
    several: z.boolean(),
    options: z.array(FormOption).min(1).max(LIMITS.formOptions),
    /** Suggests one of the options. */
    rule: z.enum(FORM_RULES).nullable(),
  }),
  z.object({
    ...field,
    kind: z.literal('number'),
    /** UCUM; empty: a count. */
    unit: textUpTo(16),
    min: z.number().nullable(),
    max: z.number().nullable(),
    decimals: z.number().int().min(0).max(6),
  }),
  z.object({ ...field, kind: z.literal('text') }),
  z.object({ ...field, kind: z.literal('date') }),
  z.object({ ...field, kind: z.literal('code'), codes: z.array(FormCode).min(1).max(LIMITS.formCodes) }),
]);
export type FormField = z.infer<typeof FormField>;
export type FieldOf<Kind extends FormField['kind']> = Extract<FormField, { kind: Kind }>;

const FormSection = z.object({
  scope: z.enum(FORM_SCOPES),
  title: nameUpTo(LIMITS.formLabelChars),
  fields: z.array(FormField).min(1).max(LIMITS.formFields),
});
export type FormSection = z.infer<typeof FormSection>;

/** What a form asks. `src/model/forms/definition.ts` checks what its parts have to do with each other. */
export const FormDefinition = z.object({ sections: z.array(FormSection).min(1).max(LIMITS.formSections) });
export type FormDefinition = z.infer<typeof FormDefinition>;

export const FormTitle = nameUpTo(LIMITS.formTitleChars);
export const FormVersionNumber = z.number().int().min(1);

/** A form as it is saved. `base`: number of the version that was changed; 0 for a new form. */
export const SavedForm = z.object({ base: z.number().int().min(0), title: FormTitle, definition: FormDefinition });
export type SavedForm = z.infer<typeof SavedForm>;

/** A version of a form. It never changes. */
export const FormVersion = z.object({
  /** UUID of the form. */
  form: Uuid,
  number: FormVersionNumber,
  title: z.string(),
  definition: FormDefinition,
});
export type FormVersion = z.infer<typeof FormVersion>;

/** FORM-01: a form of a project in its latest version. */
export const Form = FormVersion.extend({
  /** Who saved this version; null if the account no longer exists. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  saved_at: DateText,
  /** No longer offered; what was answered stays. */
  retired: z.boolean(),
  /** Answers in all versions. */
  answers: z.number().int(),
});
export type Form = z.infer<typeof Form>;

/** Options by their keys, a number, a text, a day as `YYYY-MM-DD`, or a code. */
export const FormValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), options: z.array(FormKey).min(1).max(LIMITS.formOptions) }),
  z.object({ kind: z.literal('number'), number: z.number() }),
  z.object({ kind: z.literal('text'), text: textUpTo(LIMITS.formTextChars) }),
  z.object({ kind: z.literal('date'), day: z.iso.date() }),
  z.object({ kind: z.literal('code'), code: FormCode }),
]);
export type FormValue = z.infer<typeof FormValue>;

/** By the key of the field. A field without a value is absent. */
const FormValues = z.record(FormKey, FormValue);
export type FormValues = z.infer<typeof FormValues>;
/** UUIDs of the measurements that numbers were taken from, by the key of the field. */
const FormSources = z.record(FormKey, Uuid);
export type FormSources = z.infer<typeof FormSources>;

const FormPlace = z.object({
  series: Uuid,
  /** Null: the whole series. As in a measurement; `point`: column and row from the centre of the first pixel. */
  slice: z
    .object({
      grid: Sha256,
      number: z.number().int().min(0),
      sop: textUpTo(LIMITS.uidChars),
      frame: z.number().int().min(0),
      point: z
        .tuple([
          z.number().min(-LIMITS.measurementCoordinateMax).max(LIMITS.measurementCoordinateMax),
          z.number().min(-LIMITS.measurementCoordinateMax).max(LIMITS.measurementCoordinateMax),
        ])
        .nullable(),
    })
    .nullable(),
});
export type FormPlace = z.infer<typeof FormPlace>;

/** A lesion, a series or a slice with its values. */
export const FormItem = z.object({
  uuid: Uuid,
  scope: ItemScope,
  /** In its scope, from 1. The device gives it: an answer has one author. */
  number: z.number().int().min(1).max(LIMITS.formItems),
  /** Only a lesion may have none. */
  place: FormPlace.nullable(),
  values: FormValues,
  sources: FormSources,
});
export type FormItem = z.infer<typeof FormItem>;

const content = {
  /** `complete`: every field that is required and shown has a valid value. */
  state: z.enum(['draft', 'complete']),
  /** Of the sections of the study. */
  values: FormValues,
  sources: FormSources,
  items: z.array(FormItem).max(LIMITS.formItems),
};
/** Everything of an answer that its author decides. */
export const AnswerContent = z.object(content);
export type AnswerContent = z.infer<typeof AnswerContent>;

const subject = {
  /** UUID of the form, and the number of its version. */
  form: Uuid,
  number: FormVersionNumber,
  /** UUID of the task of a reading campaign; null: outside of one. */
  read: Uuid.nullable(),
  /** Kept beside the answer after a conflict, until its author chooses. */
  aside: z.boolean(),
};
/** What is answered. There is one answer of it, and any number aside. */
export const AnswerSubject = z.object(subject);
export type AnswerSubject = z.infer<typeof AnswerSubject>;

/** An answer as it is saved. `base` and `device` as in a measurement. */
export const SavedAnswer = z.object({ ...subject, ...content, base: z.number().int().min(0), device: Uuid });
export type SavedAnswer = z.infer<typeof SavedAnswer>;

/** FORM-05: the answer of one person to a version of a form, about one study, in one read. */
export const FormAnswer = z.object({
  ...subject,
  ...content,
  uuid: Uuid,
  version: z.number().int(),
  /** The author; null if the account no longer exists. */
  user: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  created_at: DateText,
  updated_at: DateText,
  /** The caller may change and delete it. */
  editable: z.boolean(),
});
export type FormAnswer = z.infer<typeof FormAnswer>;

/** A form that a study can be, or was, answered with. */
export const StudyForm = FormVersion.extend({
  project: z.object({ id: z.number().int(), name: z.string() }),
  /** The latest version of a form that is not retired, of a project that has the study and is not finished. */
  offered: z.boolean(),
});
export type StudyForm = z.infer<typeof StudyForm>;

/** Forms of a study with its answers. An answer to a form that the caller cannot see is not in it. */
export const StudyForms = z.object({ forms: z.array(StudyForm), answers: z.array(FormAnswer) });
export type StudyForms = z.infer<typeof StudyForms>;

/** An answer with its study, for export. */
export const ProjectAnswer = z.object({ study: z.object({ id: z.number().int(), uuid: Uuid }), answer: FormAnswer });
export type ProjectAnswer = z.infer<typeof ProjectAnswer>;
