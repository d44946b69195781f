import type { At } from './step.ts';

export async function openInTeam({ page, world }: At, path: string, text: string): Promise<void> {
  await page.goto(`${world.server.teamOrigin('north')}${path}`);
  await page.getByText(text).first().waitFor();
}
