// Cornerstone3D and NiiVue on a page of their own, driven by tests/bench/page/volumes/pages.ts.
import { cornerstoneContender } from './cornerstone.js';
import { niivueContender } from './niivue.js';

export function contenderOf(name) {
  return name === 'NiiVue' ? niivueContender() : cornerstoneContender({ cpu: name === 'Cornerstone3D CPU' });
}
