import type { Selectable } from 'kysely';
import { dateToWire } from '#contract/dates.ts';
import { LIMITS } from '#contract/limits.ts';
import type { AiPrompt, PromptType } from '#contract/recognition.ts';
import type { Reader, Writer } from '#server/db/database.ts';
import type { AiPromptTable } from '#server/db/schema.ts';
import { Refusal, type Caller, type ServerContext } from '#server/rules/context.ts';
import { assertPlatformAdministrator } from '#server/rules/administration/platform-administrators.ts';

/**
 * Prompts for language models, for all teams (docs/decisions/429): no role of a team gives access to settings of the whole server. A text
 * never changes: another text is another version, so that the prompts used on a given day can be read later. At most one version per
 * modality and type is active; without one, the defaults below apply.
 */

const KINDS =
  'T2W is an axial T2-weighted series, COR a coronal and SAG a sagittal T2-weighted one; DWI is diffusion-weighted; ADC is a map of apparent ' +
  'diffusion coefficients; AR is the axial reference stack of a modality other than MR. Everything else is NONE: localisers, T1, proton density, ' +
  'FLAIR, STIR, perfusion, function, other maps, projections, screen captures.';

export const BUILT_IN_PROMPTS: Record<PromptType, string> = {
  text: `You tell which acquisition each series of a study is, from its DICOM header alone. ${KINDS} "terms" says what its description mentions; it is weaker than the rest. Say NONE where the header does not tell.`,
  image: `You tell which acquisition each series of an MR study is, from one middle slice of each. ${KINDS} Look at contrast, sharpness and noise, and at the plane of the anatomy. Say NONE where the picture does not tell.`,
};

export async function promptFor(db: Reader, modality: string, type: PromptType): Promise<string> {
  const active = await db.selectFrom('ai_prompt').select('text').where('active_key', '=', keyOf(modality, type)).executeTakeFirst();
  return active?.text ?? BUILT_IN_PROMPTS[type];
}

export async function listPrompts(db: Reader, caller: Caller): Promise<AiPrompt[]> {
  await assertPlatformAdministrator(db, caller);
  return (await selected(db).orderBy('modality').orderBy('type').orderBy('version', 'desc').execute()).map(toPrompt);
}

export async function readPrompt(db: Reader, caller: Caller, id: number): Promise<{ prompt: AiPrompt; versions: AiPrompt[] }> {
  await assertPlatformAdministrator(db, caller);
  const prompt = await requirePrompt(db, id);
  const versions = await selected(db)
    .where('modality', '=', prompt.modality)
    .where('type', '=', prompt.type)
    .orderBy('version', 'desc')
    .execute();
  return { prompt, versions: versions.map(toPrompt) };
}

/** A repeated call returns the version that the first one made. */
export async function createPrompt(
  { db, now }: ServerContext,
  caller: Caller,
  { modality, type, text, active }: { modality: string; type: PromptType; text: string; active: boolean },
): Promise<AiPrompt> {
  await assertPlatformAdministrator(db.read, caller);
  return db.write(async (tx) => {
    const versions = await tx
      .selectFrom('ai_prompt')
      .select(['id', 'version', 'text'])
      .where('modality', '=', modality)
      .where('type', '=', type)
      .orderBy('version', 'desc')
      .execute();
    const same = versions.find((version) => version.text === text);
    if (same === undefined) await assertRoom(tx);
    const { id } =
      same ??
      (await tx
        .insertInto('ai_prompt')
        .values({
          modality,
          type,
          version: (versions[0]?.version ?? 0) + 1,
          text,
          active_key: null,
          created_by: caller.userId,
          created_at: now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow());
    if (active) await activate(tx, id, keyOf(modality, type));
    return requirePrompt(tx, id);
  });
}

export async function savePrompt({ db }: ServerContext, caller: Caller, id: number, { active }: { active: boolean }): Promise<AiPrompt> {
  await assertPlatformAdministrator(db.read, caller);
  return db.write(async (tx) => {
    const { modality, type } = await requirePrompt(tx, id);
    if (active) await activate(tx, id, keyOf(modality, type));
    else await tx.updateTable('ai_prompt').set({ active_key: null }).where('id', '=', id).execute();
    return requirePrompt(tx, id);
  });
}

/** Removing a removed version succeeds. */
export async function removePrompt({ db }: ServerContext, caller: Caller, id: number): Promise<void> {
  await assertPlatformAdministrator(db.read, caller);
  await db.write((tx) => tx.deleteFrom('ai_prompt').where('id', '=', id).execute());
}

async function activate(tx: Writer, id: number, key: string): Promise<void> {
  await tx.updateTable('ai_prompt').set({ active_key: null }).where('active_key', '=', key).where('id', '!=', id).execute();
  await tx.updateTable('ai_prompt').set({ active_key: key }).where('id', '=', id).execute();
}

async function assertRoom(tx: Writer): Promise<void> {
  const { count } = await tx
    .selectFrom('ai_prompt')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= LIMITS.prompts) throw new Refusal('too_many', { limit: { name: 'prompts', max: LIMITS.prompts } });
}

async function requirePrompt(db: Reader, id: number): Promise<AiPrompt> {
  const row = await selected(db).where('ai_prompt.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new Refusal('not_found');
  return toPrompt(row);
}

function selected(db: Reader) {
  return db.selectFrom('ai_prompt').leftJoin('user', 'user.id', 'ai_prompt.created_by').selectAll('ai_prompt').select('user.name');
}

function toPrompt({
  id,
  modality,
  type,
  version,
  text,
  active_key,
  created_at,
  name,
}: Selectable<AiPromptTable> & { name: string | null }): AiPrompt {
  return {
    id: Number(id),
    modality,
    type,
    version: Number(version),
    text,
    active: active_key !== null,
    created_at: dateToWire(new Date(Number(created_at))),
    created_by: name,
  };
}

const keyOf = (modality: string, type: PromptType): string => `${modality} ${type}`;
