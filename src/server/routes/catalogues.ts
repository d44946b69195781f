import { acquisitionsOf, modalitiesOf, pipelinesOfTeam } from '#server/rules/recognition/catalogues.ts';
import type { Handlers } from './handlers.ts';

export const catalogueRoutes = {
  modalities: async ({ context }) => ({ data: await modalitiesOf(context.db.read) }),
  pipelines: async ({ context, caller }) => ({ data: await pipelinesOfTeam(context.db.read, caller.teamId) }),
  acquisitions: async ({ context }) => ({ data: await acquisitionsOf(context.db.read) }),
} satisfies Partial<Handlers>;
