import { randomUUID } from 'node:crypto';
import type { SavedCampaign } from '#contract/campaigns.ts';
import { ROLE, type Permission } from '#contract/permissions.ts';
import type { Engine } from '#server/db/dialect.ts';
import type { Member } from '#server/rules/context.ts';
import { createTestBench, registerTestUpload, type RegisteredUpload, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';
import { saveCampaign, startCampaign } from './campaigns.ts';
import { moveRead, readingList } from './reads.ts';

export interface CampaignTestBench {
  bench: TestBench;
  cases: RegisteredUpload[];
  /** Leads the campaign and is no administrator, as the others. Eva administers their team, and Ute another one. */
  leo: Member;
  /** They read. */
  tom: Member;
  ann: Member;
  /** Reviews. */
  rita: Member;
  /** Any other member. */
  max: Member;
  /** The id of a structure of all teams. */
  liver: number;
  content(more?: Partial<SavedCampaign>): SavedCampaign;
  /** A campaign that runs. */
  run(more?: Partial<SavedCampaign>): Promise<string>;
  reads(campaign: string, reader: Member): ReturnType<typeof readingList>;
  move(campaign: string, reader: Member, read: string, act: 'start' | 'finish' | 'skip'): ReturnType<typeof moveRead>;
  /** Start and finish. */
  read(campaign: string, reader: Member, read: string): Promise<void>;
}

const RIGHTS: Permission[] = ['r:studies', 'r:studies:detail', 'r:segmentations', 'r:reviews'];

/** A team with readers, and three studies that they can read. */
export async function createCampaignTestBench(engine: Engine): Promise<CampaignTestBench> {
  const bench = await createTestBench(engine);
  const { context, clock } = bench;
  const cases: RegisteredUpload[] = [];
  for (const at of [1, 2, 3])
    cases.push(await registerTestUpload(bench, { a: 1 }, { studyInstanceUid: `1.2.${at}`, patientName: `Muster^${at}` }));
  const member = async (name: string): Promise<Member> => {
    const userId = await context.db.write(async (tx) => {
      const { id } = await tx
        .insertInto('user')
        .values({
          ...{ email: `${name}@test`, name, color: '#112233', password_hash: '', email_verified_at: clock.now, platform_admin: 0 },
          ...{ preferred_team_id: null, permission_version: 1, disabled_at: null, created_at: clock.now },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('membership')
        .values({ team_id: bench.eva.teamId, user_id: id, role_id: ROLE.annotator, created_at: clock.now })
        .execute();
      return id;
    });
    return { ...bench.eva, userId, permissions: new Set(RIGHTS) };
  };
  const [leo, ann, rita, max] = [await member('Leo'), await member('Ann'), await member('Rita'), await member('Max')];
  const tom = { ...bench.tom, permissions: new Set(RIGHTS) };
  const { id: liver } = await context.db.read.selectFrom('structure').select('id').where('slug', '=', 'liver').executeTakeFirstOrThrow();
  bench.told.length = 0;

  const content = (more: Partial<SavedCampaign> = {}): SavedCampaign => ({
    ...{ base: 0, title: 'Liver readers', guideline: 'Peripheral first.', form: null, structure: liver, blinded: true },
    cases: cases.map(({ studyUuid }) => ({ study: studyUuid, known: false })),
    ...{ readers: [tom.userId, ann.userId], reads_per_case: 2, repeats: 0, reviewer: null, due: null },
    ...more,
  });
  const move: CampaignTestBench['move'] = (campaign, reader, read, act) => {
    clock.now += 60_000;
    const skipped = act === 'skip' ? { reason: 'series_missing' as const } : {};
    return moveRead(context, reader, { uuid: campaign, read }, { move: randomUUID(), act, spent_ms: 1_000, ...skipped });
  };
  return {
    ...{ bench, cases, leo, tom, ann, rita, max, liver, content, move },
    async run(more = {}) {
      const uuid = randomUUID();
      await saveCampaign(context, leo, uuid, content(more));
      await startCampaign(context, leo, uuid);
      bench.told.length = 0;
      return uuid;
    },
    reads: (campaign, reader) => readingList(context, reader, campaign),
    async read(campaign, reader, read) {
      await move(campaign, reader, read, 'start');
      await move(campaign, reader, read, 'finish');
    },
  };
}
