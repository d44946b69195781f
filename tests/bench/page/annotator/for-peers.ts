/** What the page of the peers takes from the bench, as a script of its own: their folder has its own packages and imports nothing of ours. */
export { rendererOf } from '#tests/bench/page/renderer.ts';
export { CODE } from './event-codes.ts';
export { FIRST_SLICE, hounsfieldOf, SIZE, SLICES, SPACING_MM } from './phantom.ts';
