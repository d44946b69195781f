// Cornerstone3D and NiiVue on a page of their own, driven by tests/bench/page/annotator/peers.ts.
export { openCornerstone } from './cornerstone.js';
export { openNiivue } from './niivue.js';
export { setFigure } from './scene.js';
