import { z } from '#contract/zod.ts';
import { Label, LabelName } from '#contract/labels.ts';
import { Colour, RowId, textUpTo } from '#contract/text.ts';

const Labels = z.object({ data: z.array(Label) });
const OneLabel = z.object({ data: Label });

/** The query names a label; a body may name it instead (ODD-06). */
const NamedLabel = z.object({ id: RowId.optional() });
const NamedInBody = z.object({ id: z.number().int().min(1).optional() });
const LabelChange = NamedInBody.extend({ name: LabelName.optional(), color: Colour.optional() });

/** ID or UUID. */
const OfStudy = z.object({ id: textUpTo(64) });

/** Labels of a team and of its studies. */
export const LABEL_CALLS = {
  labels: {
    id: 'CALL-027',
    base: 'api',
    method: 'GET',
    path: 'label',
    access: { permission: 'r:studies' },
    answer: Labels,
    summary: 'Labels of the team, by name',
  },
  createLabel: {
    id: 'CALL-028',
    base: 'api',
    method: 'POST',
    path: 'label',
    access: { permission: 'r:studies' },
    body: z.object({ name: LabelName, color: Colour }),
    answer: OneLabel,
    summary: 'Create a label. Names are unique in a team, regardless of case',
  },
  changeLabel: {
    id: 'CALL-029',
    base: 'api',
    method: 'PUT',
    path: 'label',
    access: { permission: 'r:studies' },
    query: NamedLabel,
    body: LabelChange,
    answer: OneLabel,
    summary: 'Change the name or colour of a label. Omitted fields are unchanged',
  },
  deleteLabel: {
    id: 'PCALL-01',
    base: 'api',
    method: 'DELETE',
    path: 'label',
    access: { permission: 'r:studies' },
    query: NamedLabel,
    body: NamedInBody,
    answer: z.null(),
    summary: 'Delete a label; no study has it any more. One that is gone is deleted already',
  },
  studyLabels: {
    id: 'CALL-030',
    base: 'api',
    method: 'GET',
    path: 'label/study/:id',
    access: { permission: 'r:studies' },
    params: OfStudy,
    query: NamedLabel,
    answer: Labels,
    summary: 'Labels of a study, or with an ID only that label (CALL-031 is the same call)',
  },
  attachLabel: {
    id: 'CALL-032',
    base: 'api',
    method: 'POST',
    path: 'label/study/:id',
    access: { permission: 'r:studies' },
    params: OfStudy,
    query: NamedLabel,
    body: NamedInBody,
    answer: OneLabel,
    summary: 'Add a label to a study. No effect if it has the label',
  },
  detachLabel: {
    id: 'CALL-033',
    base: 'api',
    method: 'DELETE',
    path: 'label/study/:id',
    access: { permission: 'r:studies' },
    params: OfStudy,
    query: NamedLabel,
    body: NamedInBody,
    answer: z.null(),
    summary: 'Remove a label from a study. No effect if it does not have the label',
  },
  changeLabelOfStudy: {
    id: 'CALL-034',
    base: 'api',
    method: 'PUT',
    path: 'label/study/:id',
    access: { permission: 'r:studies' },
    params: OfStudy,
    query: NamedLabel,
    body: LabelChange,
    answer: OneLabel,
    summary: 'CALL-029 under another path (ODD-07). The label changes on every study',
  },
} as const;
