import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEST_ENGINES } from '#server/db/test-database.ts';
import { removeMembership, saveMembership } from '#server/rules/teams/membership.ts';
import { MOST_NOTIFICATIONS, notify, SEEN_DAYS, tellNotified, type Notice } from './notify.ts';
import { createTestBench, type TestBench } from '#server/rules/uploads/uploads-test-bench.ts';

const DAY_MS = 86_400_000;

describe.each(TEST_ENGINES)('notifications on %s', (engine) => {
  let bench: TestBench;
  beforeEach(async () => {
    bench = await createTestBench(engine);
  });
  afterEach(() => bench.close());

  const notice = (cause: string, more: Partial<Notice> = {}): Notice => ({
    teamId: bench.eva.teamId,
    userId: bench.eva.userId,
    type: 'review.add.comment',
    section: 'review',
    description: 'A comment.',
    url: '/case/1?task_id=2',
    models: [1, 2],
    now: bench.clock.now,
    ...more,
    cause,
  });
  const write = (cause: string, more?: Partial<Notice>) => bench.context.db.write((tx) => notify(tx, notice(cause, more)));
  const rows = () => bench.context.db.read.selectFrom('notification').selectAll().orderBy('id').execute();
  const causes = async () => (await rows()).map((row) => row.cause);
  const see = (cause: string) =>
    bench.context.db.write((tx) =>
      tx.updateTable('notification').set({ is_seen: 1, updated_at: bench.clock.now }).where('cause', '=', cause).execute(),
    );
  const connections = { endSignIn: () => undefined, recheckUser: () => undefined };
  const rights = () => ({ ...bench.context, connections });

  test('are stored as given, unseen, without models that the user does not have', async () => {
    const notified = await write('one');
    const { id } = (await rows())[0]!;
    expect(notified).toEqual({ teamId: bench.eva.teamId, userId: bench.eva.userId, id });
    expect(await rows()).toMatchObject([
      { type_code: 'review.add.comment', is_seen: 0, model1_id: 1, model2_id: 2, model3_id: null, created_at: bench.clock.now },
    ]);
  });

  test('are sent to that user in that team, and only if they were stored [SOCK-08]', async () => {
    const notified = await write('one');
    tellNotified(bench.context.news, notified);
    tellNotified(bench.context.news, null);
    const to = `member ${bench.eva.userId} of ${bench.eva.teamId}`;
    expect(bench.told).toEqual([{ to, event: 'notification:created', payload: { id: notified?.id } }]);
  });

  test('are stored once for the same user in the same team', async () => {
    expect(await write('one')).not.toBeNull();
    expect(await write('one', { description: 'The same, told twice.' })).toBeNull();
    expect(await write('one', { userId: bench.tom.userId })).not.toBeNull();
    expect(await write('two')).not.toBeNull();
    expect(await rows()).toHaveLength(3);
  });

  test('are removed when the transaction of their event is rolled back', async () => {
    const broken = bench.context.db.write(async (tx) => {
      await notify(tx, notice('one'));
      throw new Error('the event did not happen');
    });
    await expect(broken).rejects.toThrow('the event did not happen');
    expect(await rows()).toEqual([]);
    expect(await write('one')).not.toBeNull();
  });

  test('are not stored for someone outside the team', async () => {
    expect(await write('one', { userId: bench.ute.userId })).toBeNull();
    expect(await rows()).toEqual([]);
  });

  test('end with the membership, in that team only, and a returning member starts without any', async () => {
    const { userId } = bench.eva;
    await saveMembership(rights(), { teamId: bench.ute.teamId, userId, roleId: 1 });
    await write('north');
    await write('south', { teamId: bench.ute.teamId });
    await write('of tom', { userId: bench.tom.userId });
    await removeMembership(rights(), { teamId: bench.eva.teamId, userId });
    expect(await causes()).toEqual(['south', 'of tom']);
    expect(await write('after')).toBeNull();
    await saveMembership(rights(), { teamId: bench.eva.teamId, userId, roleId: 1 });
    expect(await causes()).toEqual(['south', 'of tom']);
  });

  test('stay when the member gets another role', async () => {
    await write('one');
    await saveMembership(rights(), { ...bench.eva, roleId: 2 });
    expect(await causes()).toEqual(['one']);
  });

  test('that were seen long ago are deleted with the next one of the same user', async () => {
    for (const cause of ['seen early', 'seen late', 'never seen']) await write(cause);
    await write('of tom', { userId: bench.tom.userId });
    await see('seen early');
    await see('of tom');
    bench.clock.now += DAY_MS;
    await see('seen late');
    bench.clock.now += (SEEN_DAYS - 1) * DAY_MS + 1;
    await write('new');
    expect(await causes()).toEqual(['seen late', 'never seen', 'of tom', 'new']);
  });

  test('are limited in number per user, keeping the newest', async () => {
    await write('of tom', { userId: bench.tom.userId });
    await bench.context.db.write(async (tx) => {
      for (let index = 0; index < MOST_NOTIFICATIONS + 2; index += 1) await notify(tx, notice(`cause ${index}`));
    });
    const kept = await causes();
    expect(kept).toHaveLength(MOST_NOTIFICATIONS + 1);
    expect(kept.slice(0, 2)).toEqual(['of tom', 'cause 2']);
    expect(kept.at(-1)).toBe(`cause ${MOST_NOTIFICATIONS + 1}`);
  });
});
