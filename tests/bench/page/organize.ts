import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Page } from 'playwright';
import type { Measured, Skipped } from '#tests/bench/gate.ts';
import { findChromium } from '#commands/test-services/browser.ts';
import { registerStudy } from '#tests/e2e/support/register-study.ts';
import { killBrowser, launchBrowser } from '#tests/support/browser.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { startTestServer } from '#tests/support/server.ts';

const [SEGMENTATIONS, SEGMENTS, MEMBERS] = [200, 3, 500] as const;
const GATE = { gate: `organize, ${SEGMENTATIONS} segmentations, ${MEMBERS} members`, unit: 'ms', target: 500 } as const;

/** The longest time in which the page of one study does not react: while it opens, while its members are listed, and while a segment is added. */
export async function measureOrganize(runs: number, tempFolder: string): Promise<Measured | Skipped> {
  const chromium = findChromium();
  if (!chromium.ok) return { ...GATE, reason: chromium.why };
  const server = await startTestServer({ people: true });
  const profile = join(tempFolder, 'profile');
  try {
    const study = await registerStudy(server, await bearerOf(server, DEMO.admin), 'Heron^Quiet');
    addRows(server.dataDir, study);
    const context = await launchBrowser({ userDataDir: profile, viewport: { width: 1440, height: 900 } });
    const page = context.pages()[0]!;
    await signIn(page, server, DEMO.admin);
    await page.addInitScript(watchLongTasks);
    const longest: number[] = [];
    const parts: Record<string, number>[] = [];
    for (let run = 0; run < runs; run += 1) {
      await page.goto(`${server.teamOrigin('north')}/serie/organize/${study}`);
      await page
        .locator('[data-segmentation]')
        .nth(SEGMENTATIONS - 1)
        .waitFor();
      const opening = await longestTask(page);
      await page.getByRole('button', { name: 'Add a user to the role Editor' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Add new User' });
      await dialog.getByRole('button', { name: /member-499@/ }).waitFor();
      await dialog.getByRole('button', { name: /member-499@/ }).scrollIntoViewIfNeeded();
      const members = await longestTask(page);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Segment', exact: true }).first().click();
      await page
        .locator('[data-segment]')
        .nth(SEGMENTS + run)
        .waitFor();
      const adding = await longestTask(page);
      parts.push({ opening, members, adding });
      longest.push(Math.max(opening, members, adding));
    }
    const note = (['opening', 'members', 'adding'] as const)
      .map((part) => `${part} ${Math.max(...parts.map((one) => one[part]!)).toFixed(0)} ms`)
      .join(', ');
    return { ...GATE, runs: longest, note: `longest task: ${note}` };
  } finally {
    await killBrowser(profile);
    await server.dispose();
  }
}

interface Watched {
  longestTask?: number;
}

function watchLongTasks(): void {
  const watched = globalThis as Watched;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longestTask = Math.max(watched.longestTask ?? 0, duration);
  }).observe({ type: 'longtask', buffered: true });
}

/** Since the last question, ms. Tasks below 50 ms are not counted. */
async function longestTask(page: Page): Promise<number> {
  // A long task is reported after it has ended.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  return page.evaluate(() => {
    const watched = globalThis as Watched;
    const { longestTask: found = 0 } = watched;
    watched.longestTask = 0;
    return found;
  });
}

function addRows(dataDir: string, studyUuid: string): void {
  const db = new Sqlite(join(dataDir, 'database', 'lightship.sqlite'), { fileMustExist: true, timeout: 5_000 });
  try {
    db.pragma('foreign_keys = on');
    db.transaction(() => {
      const { id: study, team_id: team } = db.prepare('select id, team_id from study where uuid = ?').get(studyUuid) as {
        id: number;
        team_id: number;
      };
      const { id: admin } = db.prepare('select id from "user" where email = ?').get(DEMO.admin.email) as { id: number };
      const { role_id: role } = db
        .prepare('select role_id from membership join "user" on "user".id = user_id where email = ? and team_id = ?')
        .get(DEMO.annotator.email, team) as { role_id: number };
      for (let n = 0; n < MEMBERS; n += 1) {
        const { lastInsertRowid: user } = db
          .prepare(
            `insert into "user" (email, name, color, password_hash, email_verified_at, platform_admin, permission_version, created_at) values (?, ?, '#3E7CB1', '', 1, 0, 1, 0)`,
          )
          .run(`member-${n}@demo.test`, `Member ${n}`);
        db.prepare('insert into membership (team_id, user_id, role_id, created_at) values (?, ?, ?, 0)').run(team, user, role);
      }
      const structures = db.prepare('select id from structure where team_id is null order by id').all() as { id: number }[];
      for (let n = 0; n < SEGMENTATIONS; n += 1) {
        const { lastInsertRowid: segmentation } = db
          .prepare(
            `insert into segmentation (uuid, team_id, study_id, structure_id, user_id, origin, rbac, created_at, updated_at) values (?, ?, ?, ?, ?, 'drawn', 1, ?, 0)`,
          )
          .run(randomUUID(), team, study, structures[n % structures.length]!.id, admin, n);
        for (let value = 1; value <= SEGMENTS; value += 1)
          db.prepare(
            `insert into segment (uuid, segmentation_id, sort, title, color, value, visible, revision, created_at) values (?, ?, ?, ?, '#4FD0D0', ?, 1, 0, 0)`,
          ).run(randomUUID(), segmentation, value, `Part ${value}`, value);
      }
    })();
  } finally {
    db.close();
  }
}
