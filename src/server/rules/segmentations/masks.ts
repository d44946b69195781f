import { Refusal, type Member, type ServerContext } from '#server/rules/context.ts';

/** CALL-070. */
export async function createMask(_: ServerContext, __: Member, ___: { study: string; ref: string }): Promise<{ revision: number }> {
  throw new Refusal('grid_missing');
}
