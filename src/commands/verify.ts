import './use-node-24.ts';
import { FORMAT, LINT, TYPES, UNUSED } from './checks.ts';
import { buildPageIfStale } from './page-build.ts';
import { runStep, type StepResult } from './step.ts';
import { folderInMemory, withTempFolder } from './temp-folder.ts';
import { countsLine, runVitest } from './vitest-run.ts';

/** `npm run verify`: checks while writing code, in some minutes. `npm test` adds the browser, the real images and the house tests. */
const results: StepResult[] = [];
const startedMs = performance.now();

// Short tools run in parallel. Their output is shown in order, and only after a failure.
results.push(...(await Promise.all([TYPES, LINT, FORMAT, UNUSED].map((step) => runStep(step, 'kept')))));
for (const { name, code, output } of results) if (code !== 0) console.log(`── ${name}\n${output.trim()}\n`);

// Databases and objects of tests are in memory, because thousands of commits would each wait for the disk. `npm test` has them on the disk.
const counts = await withTempFolder(
  async (tempFolder) => {
    const run = await runVitest('unit, server, contract', ['unit', 'server', 'contract'], {
      tempFolder,
      reportFolder: tempFolder,
      files: 'together',
    });
    results.push(run.step);
    return run.counts;
  },
  await folderInMemory(),
);

const build = await buildPageIfStale();
if (!build.ok) console.log(`── page\n${build.output}\n`);
results.push({ name: 'page', code: build.ok ? 0 : 1, seconds: build.ok ? build.seconds : 0, output: '' });

for (const { name, code, seconds } of results)
  console.log(`${code === 0 ? 'ok    ' : 'failed'} ${seconds.toFixed(1).padStart(6)} s  ${name}`);
console.log(`${countsLine(counts)}; ${((performance.now() - startedMs) / 1000).toFixed(1)} s in all`);
process.exitCode = results.find(({ code }) => code !== 0)?.code ?? 0;
