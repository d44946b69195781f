import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CHECKOUT } from '#commands/checkout.ts';
import { withTempFolder } from '#commands/temp-folder.ts';
import { measureDeidentify } from './core/deidentify.ts';
import { measureFirstSlice } from './core/first-slice.ts';
import { measureHeaderIntake } from './core/header-intake.ts';
import { measureHeaderParse } from './core/header-parse.ts';
import { measureRecognition } from './core/recognise.ts';
import { measureMasks } from './core/masks.ts';
import { measureRegistration } from './core/registration.ts';
import { measureTiles } from './core/tiles.ts';
import { measureTrees } from './core/trees.ts';
import { measureZip } from './core/zip.ts';
import { measureClicks } from './inference/measure-clicks.ts';
import { measureScribbles } from './inference/measure-scribbles.ts';
import { measureInference } from './inference/measure-inference.ts';
import { measureAnnotator } from './page/annotator/measure-annotator.ts';
import { measureDrawing } from './page/annotator/measure-drawing.ts';
import { measureDrop } from './page/drop-to-last-thumbnail.ts';
import { measureFirstLoad } from './page/first-load.ts';
import { measureFusion } from './page/volumes/measure-fusion.ts';
import { measureVolumes } from './page/volumes/measure-volumes.ts';
import { measureBadLinks } from './link/bad-links.ts';
import { gateTable, toGate, type Measured, type Skipped, type Unit } from './gate.ts';
import { measureStart } from './page/installed-start.ts';
import { measureOfflineStart } from './page/offline-start.ts';
import { measureOrganize } from './page/organize.ts';
import { measureSendingMemory } from './page/sending-memory.ts';
import { measureManyFiles } from './page/many-files.ts';
import { measureUpload } from './page/upload.ts';
import { measureArchives } from './server/archives.ts';
import { measureCluster } from './server/cluster.ts';
import { measureConversion } from './server/conversion.ts';
import { measureIngest } from './server/ingest.ts';
import { measureFilters } from './server/filters.ts';
import { measureLists } from './server/lists.ts';
import { measureClaims } from './training/measure-claims.ts';
import { measureLoop } from './training/measure-loop.ts';
import { measureTraining } from './training/measure-training.ts';
import { measureStaging } from './staging.ts';
import { measureSurvival } from './survive.ts';
import { measureVerify } from './verify-time.ts';

type Result = Measured | Skipped;

interface Figure {
  runs: number;
  unit: Unit;
  measure: (runs: number, tempFolder: string) => Promise<Result | Result[]>;
}

/** What it is called on the command line, and how it is taken. */
const FIGURES: Record<string, Figure> = {
  drop: { runs: 5, unit: 's', measure: measureDrop },
  start: { runs: 5, unit: 's', measure: measureStart },
  load: { runs: 1, unit: 'kB', measure: measureFirstLoad },
  verify: { runs: 5, unit: 's', measure: measureVerify },
  offline: { runs: 5, unit: 's', measure: measureOfflineStart },
  memory: { runs: 1, unit: 'MiB', measure: measureSendingMemory },
  upload: { runs: 3, unit: 'MB/s', measure: measureUpload },
  link: { runs: 1, unit: 'MB/s', measure: measureBadLinks },
  annotator: { runs: 3, unit: 'ms', measure: measureAnnotator },
  drawing: { runs: 3, unit: 'ms', measure: measureDrawing },
  fusion: { runs: 3, unit: 'ms', measure: measureFusion },
  volumes: { runs: 3, unit: 'ms', measure: measureVolumes },
  organize: { runs: 3, unit: 'ms', measure: measureOrganize },
  many: { runs: 3, unit: 'ms', measure: measureManyFiles },
  headers: { runs: 9, unit: 'files/s', measure: measureHeaderIntake },
  parse: { runs: 5, unit: 'files/s', measure: measureHeaderParse },
  deidentify: { runs: 9, unit: 'MB/s', measure: measureDeidentify },
  zip: { runs: 5, unit: 'MB/s', measure: measureZip },
  recognise: { runs: 9, unit: '%', measure: measureRecognition },
  slice: { runs: 9, unit: 'ms', measure: measureFirstSlice },
  tiles: { runs: 9, unit: 'tiles/s', measure: measureTiles },
  registration: { runs: 1, unit: '%', measure: measureRegistration },
  masks: { runs: 5, unit: 'ms', measure: measureMasks },
  inference: { runs: 5, unit: 'ms', measure: measureInference },
  clicks: { runs: 1, unit: '%', measure: measureClicks },
  scribbles: { runs: 1, unit: '%', measure: measureScribbles },
  training: { runs: 1, unit: '%', measure: measureTraining },
  // Ten seeds: three quarters of an hour on two busy cores.
  loop: { runs: 1, unit: '%', measure: measureLoop },
  claims: { runs: 1, unit: 'ms', measure: measureClaims },
  trees: { runs: 5, unit: '%', measure: measureTrees },
  archives: { runs: 3, unit: 'MiB', measure: measureArchives },
  conversion: { runs: 3, unit: 's', measure: measureConversion },
  ingest: { runs: 5, unit: 'MB/s', measure: measureIngest },
  lists: { runs: 5, unit: 'ms', measure: measureLists },
  filters: { runs: 1, unit: 'ms', measure: measureFilters },
  cluster: { runs: 3, unit: 'uploads/s', measure: measureCluster },
  staging: { runs: 3, unit: 'MB/s', measure: measureStaging },
  // Six kills a round, each of the product and of its peer.
  survive: { runs: 1, unit: 'files', measure: measureSurvival },
};

/** A figure that broke off is shown as one that was not taken: it must not take the others with it. */
function failed(gate: string, unit: Unit, error: unknown): Skipped {
  console.error(error);
  return { gate, unit, target: null, reason: error instanceof Error ? error.message.split('\n')[0]! : String(error) };
}

/** `npm run bench` takes all, `npm run bench -- start` one. The exit code says whether a target was missed. */
export async function runBench(names: readonly string[]): Promise<number> {
  const unknown = names.find((name) => !(name in FIGURES));
  if (unknown !== undefined) {
    console.error(`${unknown} is no figure. There are: ${Object.keys(FIGURES).join(', ')}.`);
    return 1;
  }
  const results: Result[] = [];
  for (const [name, { runs, unit, measure }] of Object.entries(FIGURES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`${name}: ${runs === 1 ? '1 run' : `${runs} runs`} ...`);
    const taken = await withTempFolder((folder) => measure(runs, folder)).catch((error: unknown) => failed(name, unit, error));
    results.push(...[taken].flat());
  }
  const gates = results.map(toGate);
  console.log(`\n${gateTable(gates)}`);
  const out = join(CHECKOUT, 'tests/bench/out');
  await mkdir(out, { recursive: true });
  await writeFile(join(out, 'latest.json'), `${JSON.stringify(gates, null, 2)}\n`);
  return gates.some(({ pass }) => pass === false) ? 1 : 0;
}
