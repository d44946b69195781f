import { createFollowedStudies } from '#tests/support/measured-study.ts';
import { startTestServer } from '#tests/support/server.ts';
import { bearerOf, DEMO, signIn } from '#tests/support/sign-in.ts';
import { paneOf, type OpenedStudy } from './drawing.ts';
import { openPeople } from './people.ts';
import { uploadStudy } from './upload-study.ts';

/** Two studies of one patient, 95 days apart; the annotator has the later one open. `earlier`: the address of the other one. */
export async function openFollowedStudies(): Promise<OpenedStudy & { earlier: string }> {
  const [server, people, folder] = await Promise.all([
    startTestServer({ people: true }),
    openPeople(),
    createFollowedStudies(['20251209', '20260314']),
  ]);
  const { context, page } = await people.newVisitor();
  await signIn(page, server, DEMO.annotator);
  await uploadStudy(page, server, { path: folder.path, series: 2 });
  const authorization = `Bearer ${await bearerOf(server, DEMO.annotator)}`;
  const ofPatient = async () => {
    const answer = await server.request('/api/studies-v2', { headers: { authorization, team: 'north' } });
    return ((await answer.json()) as { data: { uuid: string; studyDate: string; patient: string }[] }).data;
  };
  // Both become studies of one patient once the server has read them.
  let studies = await ofPatient();
  for (let tries = 0; tries < 100 && new Set(studies.map(({ patient }) => patient)).size > 1; tries += 1) {
    await page.waitForTimeout(100);
    studies = await ofPatient();
  }
  const uuidOf = (year: string) => studies.find(({ studyDate }) => studyDate.startsWith(year))!.uuid;
  const addressOf = (study: string) => `${server.teamOrigin('north')}/annotator/case/${study}`;
  const uuid = uuidOf('2026');
  const address = addressOf(uuid);
  await page.goto(address);
  await paneOf(page).and(page.locator('[data-shown]')).waitFor();
  return {
    ...{ server, people, context, page, uuid, address, earlier: addressOf(uuidOf('2025')) },
    async close() {
      await people.close();
      await server.dispose();
      await folder.remove();
    },
  };
}
