/** What the page of the peers takes from the bench, as a script of its own: their folder has its own packages and imports nothing of ours. */
export { rendererOf } from '#tests/bench/page/renderer.ts';
export { createGlance } from './glance.ts';
export { niftiOf } from './nifti-of.ts';
export * from './scene.ts';
