import type { Page } from 'playwright';
import type { TestServer } from './server.ts';

export interface Person {
  email: string;
  password: string;
}

/** Accounts of `--demo`. The annotator may upload in north. */
export const DEMO = {
  admin: { email: 'admin@demo.test', password: 'demo-password' },
  annotator: { email: 'annotator@demo.test', password: 'demo-password' },
  reviewer: { email: 'reviewer@demo.test', password: 'demo-password' },
  scientist: { email: 'scientist@demo.test', password: 'demo-password' },
  member: { email: 'member@demo.test', password: 'demo-password' },
} as const satisfies Record<string, Person>;

/**
 * Gives the browser the cookie of the sign-in, as from the sign-in form. Each host that it opens exchanges it for a bearer token. For tests that
 * are not about the form.
 */
export async function signIn(page: Page, server: Pick<TestServer, 'origin'>, person: Person): Promise<void> {
  // A page of the origin that starts nothing.
  await page.goto(`${server.origin}/version.json`);
  const status = await page.evaluate(async (body) => {
    const answer = await fetch('/api/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'XMLHttpRequest' },
      body: JSON.stringify(body),
    });
    return answer.status;
  }, person);
  if (status !== 200) throw new Error(`The sign-in was answered with ${status}`);
}

/** For API calls without a browser: the bearer token of the main domain. */
export async function bearerOf(server: Pick<TestServer, 'request'>, person: Person): Promise<string> {
  const answer = await server.request('/api/login', { method: 'POST', body: person });
  if (answer.status !== 200) throw new Error(`The sign-in was answered with ${answer.status}`);
  return (answer.json() as { token: string }).token;
}
