import { sql } from 'kysely';
import type { Database, Reader } from '#server/db/database.ts';

/**
 * Triggers of the tests that count what must happen once. The final rows would look the same if it had happened twice: a second conversion, for
 * example, replaces the volumes of the first.
 */
export async function placeWitness(db: Database): Promise<void> {
  await db.write(async (tx) => {
    await sql`create table witness (what text not null, id bigint not null, at timestamptz not null default clock_timestamp())`.execute(tx);
    await sql`create function witness_series() returns trigger language plpgsql as $$ begin
      if new.state = 'converted' and old.state <> 'converted' then insert into witness values ('converted', new.id); end if;
      return new; end $$`.execute(tx);
    await sql`create trigger witness_series after update on series for each row execute function witness_series()`.execute(tx);
    await sql`create function witness_volume() returns trigger language plpgsql as $$ begin
      insert into witness values ('volume', new.series_id); return new; end $$`.execute(tx);
    await sql`create trigger witness_volume after insert on volume for each row execute function witness_volume()`.execute(tx);
    await sql`create function witness_file() returns trigger language plpgsql as $$ begin
      if new.proved = 1 and (tg_op = 'INSERT' or old.proved = 0) then insert into witness values ('verified', new.id); end if;
      return new; end $$`.execute(tx);
    await sql`create trigger witness_file after insert or update on file for each row execute function witness_file()`.execute(tx);
    // Another run of a job has begun, although the lease of the last one had not ended.
    await sql`create function witness_job() returns trigger language plpgsql as $$ begin
      if new.state = 'running' and old.state = 'running' and new.lease_by <> old.lease_by and old.lease_until > new.updated_at then
        insert into witness values ('taken twice', new.id); end if;
      return new; end $$`.execute(tx);
    await sql`create trigger witness_job after update on job for each row execute function witness_job()`.execute(tx);
  });
}

/** How often something happened to each of these rows. */
export async function witnessed(db: Reader, what: 'converted' | 'volume' | 'verified'): Promise<Map<number, number>> {
  const { rows } = await sql<{
    id: number;
    times: number;
  }>`select id, count(*) as times from witness where what = ${what} group by id`.execute(db);
  return new Map(rows.map(({ id, times }) => [id, times]));
}

export async function jobsTakenTwice(db: Reader): Promise<number> {
  const { rows } = await sql<{ times: number }>`select count(*) as times from witness where what = 'taken twice'`.execute(db);
  return rows[0]!.times;
}
