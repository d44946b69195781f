import { registerHooks } from 'node:module';

/** Node reads package.json's `#*` for src only; the folders of tests go by `#tests/`, as they do under Vitest. */
const TESTS = new URL('../', import.meta.url);
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.startsWith('#tests/') ? new URL(specifier.slice('#tests/'.length), TESTS).href : specifier, context),
});

const { runBench } = await import('./run-bench.ts');
process.exitCode = await runBench(process.argv.slice(2));
