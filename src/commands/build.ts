import './use-node-24.ts';
import { buildPageIfStale } from './page-build.ts';

/** `npm run build`: what `npm start` needs beside the sources, so that it can run where nothing of the checkout can be written. */
const build = await buildPageIfStale();
if (build.ok) console.log(build.built ? `Built dist in ${build.seconds.toFixed(1)} s` : 'dist is that of these sources');
else {
  console.error(build.output);
  process.exitCode = 1;
}
