import { z } from '#contract/zod.ts';
import { Uuid } from '#contract/entities.ts';
import { Form, FormAnswer, FormVersion, ProjectAnswer, SavedAnswer, SavedForm, StudyForms } from '#contract/forms.ts';
import { RowId } from '#contract/text.ts';

const OfProject = z.object({ id: RowId });
/** The UUIDs of a form and of an answer are made by the device that creates them. */
const OfForm = OfProject.extend({ form: Uuid });
const OfStudy = z.object({ uuid: Uuid });
const OfAnswer = OfStudy.extend({ answer: Uuid });

/** Forms of projects, and their answers. */
export const FORM_CALLS = {
  forms: {
    id: 'PCALL-112',
    base: 'api',
    method: 'GET',
    path: 'project/:id/forms',
    access: { permission: 'r:projects' },
    params: OfProject,
    answer: z.object({ data: z.array(Form) }),
    repeats: true,
    summary: 'The forms of a project in their latest versions, by title, with retired ones',
  },
  saveForm: {
    id: 'PCALL-113',
    base: 'api',
    method: 'PUT',
    path: 'project/:id/forms/:form',
    access: { permission: 'r:projects' },
    params: OfForm,
    body: SavedForm,
    answer: z.object({ data: Form }),
    summary:
      'Save a new form or a new version: the creator of the project, or a caller with r:team and r:invitations. Earlier versions stay',
  },
  retireForm: {
    id: 'PCALL-114',
    base: 'api',
    method: 'PUT',
    path: 'project/:id/forms/:form/retired',
    access: { permission: 'r:projects' },
    params: OfForm,
    body: z.object({ retired: z.boolean() }),
    answer: z.object({ data: Form }),
    summary: 'Stop offering a form, or offer it again. Its answers stay',
  },
  studyForms: {
    id: 'PCALL-115',
    base: 'api',
    method: 'GET',
    path: 'annotator/studies/:uuid/forms',
    access: { permission: 'r:studies:detail' },
    params: OfStudy,
    answer: z.object({ data: StudyForms }),
    repeats: true,
    summary: 'The forms that a study can be answered with, and its answers with the versions that they answer',
  },
  saveAnswer: {
    id: 'PCALL-116',
    base: 'api',
    method: 'PUT',
    path: 'annotator/studies/:uuid/answers/:answer',
    access: { permission: 'r:studies:detail' },
    params: OfAnswer,
    body: SavedAnswer,
    answer: z.object({ data: FormAnswer }),
    summary: 'Save a new answer or a new version of one. Another version than the changed one, or a second answer, is a conflict',
  },
  deleteAnswer: {
    id: 'PCALL-117',
    base: 'api',
    method: 'DELETE',
    path: 'annotator/studies/:uuid/answers/:answer',
    access: { permission: 'r:studies:detail' },
    params: OfAnswer,
    answer: z.null(),
    summary: 'Delete an answer. One of somebody else requires r:team and r:invitations',
  },
  projectAnswers: {
    id: 'PCALL-118',
    base: 'api',
    method: 'GET',
    path: 'project/:id/forms/:form/answers',
    access: { permission: 'r:projects' },
    params: OfForm,
    query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
    answer: z.object({
      data: z.array(ProjectAnswer),
      /** The versions that answers of this page answer. */
      versions: z.array(FormVersion),
      ...{ total: z.number().int(), per_page: z.number().int(), current_page: z.number().int() },
    }),
    repeats: true,
    summary: 'All answers of a form, in pages: the creator of the project, or a caller with r:team and r:invitations',
  },
} as const;
