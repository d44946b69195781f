import { z } from './zod.ts';
import { Label, LabelName } from './labels.ts';
import { Colour, RowId, textUpTo } from './text.ts';

const Labels = z.object({ data: z.array(Label) });
const OneLabel = z.object({ data: Label });

/** A label is named by the query; a body may name it instead (ODD-06). */
const NamedLabel = z.object({ id: RowId.optional() });
const NamedInBody = z.object({ id: z.number().int().min(1).optional() });
const LabelChange = NamedInBody.extend({ name: LabelName.optional(), color: Colour.optional() });

/** Id or UUID. */
const OfStudy = z.object({ id: textUpTo(64) });

/** Labels of a team, and which study has which. */
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
    summary: 'A new label; a team has each name once, however it is written in capitals',
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
    summary: 'Another name or colour for a label; what is not said stays',
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
    summary: 'Labels of a study; with an id only that label (CALL-031 is this call)',
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
    summary: 'Give a label to a study; one that it has it keeps',
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
    summary: 'Take a label off a study; one that it has not is off already',
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
    summary: 'CALL-029 under another path (ODD-07): the label changes on every study',
  },
} as const;
