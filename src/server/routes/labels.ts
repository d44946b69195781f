import { marked } from '#language/t.ts';
import { Refusal } from '#server/rules/context.ts';
import { changeLabel, createLabel, deleteLabel, labelsOfTeam } from '#server/rules/studies/labels.ts';
import { attachLabel, detachLabel, labelsOfStudy } from '#server/rules/studies/study-labels.ts';
import type { Handlers, HandlerInput } from './handlers.ts';
import type { Calls } from '#contract/calls.ts';

export const labelRoutes = {
  labels: async ({ context, caller }) => ({ data: await labelsOfTeam(context.db.read, caller.teamId) }),
  createLabel: async ({ context, caller, body, http }) => {
    const label = await createLabel(context, caller, body);
    http.concerns({ subject: String(label.id) });
    return { data: label };
  },
  changeLabel: (input) => changeNamed(input),
  changeLabelOfStudy: (input) => changeNamed(input),
  deleteLabel: async (input) => {
    await deleteLabel(input.context, input.caller, concernedLabel(input));
    return null;
  },
  studyLabels: async ({ context, caller, params, query }) => ({
    data: await labelsOfStudy(context, caller, params.id, query.id === undefined ? null : Number(query.id)),
  }),
  attachLabel: async ({ context, caller, params, ...named }) => ({ data: await attachLabel(context, caller, params.id, labelIdOf(named)) }),
  detachLabel: async ({ context, caller, params, ...named }) => {
    await detachLabel(context, caller, params.id, labelIdOf(named));
    return null;
  },
} satisfies Partial<Handlers>;

type Named = Pick<HandlerInput<Calls['changeLabel']>, 'query' | 'body' | 'http'>;

async function changeNamed({ context, caller, ...named }: Named & Pick<HandlerInput<Calls['changeLabel']>, 'context' | 'caller'>) {
  const { name, color } = named.body;
  return { data: await changeLabel(context, caller, { id: concernedLabel(named), name, color }) };
}

/** Changes to the label itself are recorded under the label. */
function concernedLabel({ http, ...named }: Named): number {
  const id = labelIdOf(named);
  http.concerns({ subject: String(id) });
  return id;
}

/** In the query, or in the body (ODD-06). */
function labelIdOf({ query, body }: Pick<Named, 'query' | 'body'>): number {
  const id = query.id === undefined ? body.id : Number(query.id);
  if (id === undefined) throw new Refusal('invalid', { errors: { id: [marked('An ID is required.')] } });
  return id;
}
