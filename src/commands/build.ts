import './use-node-24.ts';
import { buildPageIfStale } from './page-build.ts';

/** `npm run build`: creates everything that `npm start` needs in addition to the sources, so that it can run in a read-only checkout. */
const build = await buildPageIfStale();
if (build.ok) console.log(build.built ? `Built dist in ${build.seconds.toFixed(1)} s` : 'dist is up to date');
else {
  console.error(build.output);
  process.exitCode = 1;
}
