import { build } from 'vite';
import { CHECKOUT } from '#commands/checkout.ts';

/** Address of a page in which nothing but models is run. */
export const INFERENCE_PAGE = '/tests/e2e/inference/page.html';

/** The product as `npm run build` makes it, and that page beside it. */
export async function buildInferencePage(outDir: string): Promise<void> {
  const before = process.env['NODE_ENV'];
  // Vitest sets another one, with which Vite builds for developers.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({
      ...{ root: CHECKOUT, configFile: `${CHECKOUT}/vite.config.ts`, logLevel: 'silent' },
      build: { outDir, emptyOutDir: true, rolldownOptions: { input: [INFERENCE_PAGE.slice(1)] } },
    });
  } finally {
    process.env['NODE_ENV'] = before;
  }
}
