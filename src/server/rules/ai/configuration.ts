import { z } from 'zod';
import { ModelRule, type ModelConfiguration } from '#contract/ai/models.ts';
import { INFER_MODELS, MODELS_OF_MODALITY } from '#contract/infers.ts';
import { marked } from '#language/t.ts';
import type { Reader } from '#server/db/database.ts';
import { lockTeam } from '#server/rules/teams/membership.ts';
import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';
import { changeAi } from './changes.ts';

/** CONV-014, 015: what runs until somebody changes it. */
const SHIPPED: readonly ModelRule[] = [...MODELS_OF_MODALITY].flatMap(([modality, models], at) =>
  models.map((model, number) => ({
    uuid: `00000000-0000-4000-8000-0000000000${at}${number}`,
    ...{ modality, body_part: '', acquisition: '', model, on: true },
  })),
);

/** Which models run after the conversion of a series of the team. */
export async function readConfiguration(db: Reader, teamId: number): Promise<ModelConfiguration> {
  const row = await db.selectFrom('ai_configuration').select(['rules', 'version']).where('team_id', '=', teamId).executeTakeFirst();
  if (row === undefined) return { rules: [...SHIPPED], version: 0 };
  return { rules: z.array(ModelRule).parse(JSON.parse(row.rules)), version: row.version };
}

/** PCALL-36-save. `rules_changed`: it was changed by somebody else since it was read. */
export async function saveConfiguration(
  context: ServerContext,
  caller: Member,
  { rules, version }: ModelConfiguration,
): Promise<ModelConfiguration> {
  const { teamId } = caller;
  return changeAi(context, teamId, async (tx, note) => {
    await lockTeam(tx, teamId);
    const current = await readConfiguration(tx, teamId);
    if (current.version !== version) {
      // The same once more.
      if (current.version === version + 1 && JSON.stringify(current.rules) === JSON.stringify(rules)) return current;
      throw new Refusal('rules_changed');
    }
    const known = await tx.selectFrom('ai_model').select('id').where('team_id', '=', teamId).execute();
    const names: readonly string[] = INFER_MODELS;
    const unknown = rules.some(({ model }) => (typeof model === 'number' ? !known.some(({ id }) => id === model) : !names.includes(model)));
    if (unknown) throw new Refusal('invalid', { errors: { rules: [marked('A rule names a model that is not there.')] } });
    const row = { rules: JSON.stringify(rules), version: version + 1 };
    await tx
      .insertInto('ai_configuration')
      .values({ team_id: teamId, ...row })
      .onConflict((conflict) => conflict.column('team_id').doUpdateSet(row))
      .execute();
    await note('model', 'configuration');
    return { rules, version: version + 1 };
  });
}
