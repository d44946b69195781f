import type { Step } from './step.ts';

/** Checks that do not run the product. `npm test` runs the first two, `npm run verify` all of them. */
export const TYPES: Step = { name: 'types', tool: 'tsc', args: ['-b', 'config/tsconfig.all.json'] };
export const LINT: Step = { name: 'lint and zones', tool: 'oxlint', args: ['-c', 'config/oxlint.json', '--deny-warnings'] };
export const FORMAT: Step = { name: 'format', tool: 'oxfmt', args: ['-c', 'config/oxfmt.json', '--check'] };
export const UNUSED: Step = { name: 'unused code', tool: 'knip', args: ['-c', 'config/knip.json', '--no-progress'] };
