import { deleteAnswer, saveAnswer } from '#server/rules/forms/answers.ts';
import { listForms, retireForm, saveForm } from '#server/rules/forms/forms.ts';
import { listProjectAnswers } from '#server/rules/forms/project-answers.ts';
import { formsOfStudy } from '#server/rules/forms/study-forms.ts';
import type { Handlers } from './handlers.ts';

export const formRoutes = {
  forms: async ({ context, caller, params }) => ({ data: await listForms(context, caller, Number(params.id)) }),
  saveForm: async ({ context, caller, params, body }) => ({
    data: await saveForm(context, caller, { project: Number(params.id), form: params.form }, body),
  }),
  retireForm: async ({ context, caller, params, body }) => ({
    data: await retireForm(context, caller, { project: Number(params.id), form: params.form }, body.retired),
  }),
  studyForms: async ({ context, caller, params }) => ({ data: await formsOfStudy(context, caller, params.uuid) }),
  saveAnswer: async ({ context, caller, params, body }) => ({
    data: await saveAnswer(context, caller, { study: params.uuid, uuid: params.answer }, body),
  }),
  deleteAnswer: async ({ context, caller, params }) => {
    await deleteAnswer(context, caller, { study: params.uuid, uuid: params.answer });
    return null;
  },
  projectAnswers: ({ context, caller, params, query }) =>
    listProjectAnswers(context, caller, { project: Number(params.id), form: params.form, page: query.page }),
} satisfies Partial<Handlers>;
