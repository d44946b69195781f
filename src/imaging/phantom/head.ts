import { createEllipsoid, createPair, insidePart, type Ellipsoid } from './ellipsoid.ts';
import { mix, type Texture } from './texture.ts';

/** A synthetic head: ellipsoids for its larger parts, folds from smooth noise. The signal of each tissue depends on the sequence. */
export type HeadContrast = 't1' | 't2' | 'flair' | 'diffusion';

type Tissue = 'air' | 'skin' | 'bone' | 'marrow' | 'fluid' | 'grey' | 'white' | 'eye' | 'lesion' | 'muscle';

/** Signal from 0 to 1000. */
const SIGNAL: Record<HeadContrast, Record<Tissue, number>> = {
  t1: { air: 4, skin: 820, bone: 40, marrow: 560, fluid: 130, grey: 400, white: 560, eye: 150, lesion: 300, muscle: 330 },
  t2: { air: 4, skin: 430, bone: 30, marrow: 300, fluid: 940, grey: 480, white: 330, eye: 900, lesion: 780, muscle: 210 },
  flair: { air: 4, skin: 420, bone: 30, marrow: 280, fluid: 90, grey: 480, white: 390, eye: 120, lesion: 900, muscle: 250 },
  diffusion: { air: 3, skin: 60, bone: 15, marrow: 40, fluid: 60, grey: 430, white: 400, eye: 90, lesion: 760, muscle: 90 },
};

const SKIN = createEllipsoid([0, 0, 0], [78, 98, 92]);
const SKULL = createEllipsoid([0, 0, 2], [72, 91, 86]);
const DIPLOE = createEllipsoid([0, 0, 2], [70, 89, 84]);
const INNER_TABLE = createEllipsoid([0, 0, 2], [68, 86.5, 81.5]);
const DURA = createEllipsoid([0, 0, 2], [66, 84.5, 79.5]);
const CORTEX = createEllipsoid([0, 1, 3], [63, 81, 76]);
const CORE = createEllipsoid([0, 1, 5], [49, 66, 58]);
const VENTRICLE = createPair([10, -6, 14], [6.5, 29, 10], 12);
const OCCIPITAL_HORN = createPair([19, 28, 8], [5, 17, 8], -18);
const THIRD_VENTRICLE = createEllipsoid([0, 2, -1], [2.4, 13, 11]);
const FOURTH_VENTRICLE = createEllipsoid([0, 36, -32], [6, 6, 9]);
const THALAMUS = createPair([11, 5, 2], [9, 14, 10], -18);
const CAUDATE = createPair([15, -22, 10], [5, 10, 11], 10);
const PUTAMEN = createPair([27, -10, 3], [5.5, 16, 11], 12);
const ORBIT = createPair([31, -69, -26], [15, 15, 15]);
const EYE = createPair([31, -69, -26], [12.5, 12.5, 12.5]);
const BRAIN_STEM = createEllipsoid([0, 20, -42], [13, 12, 30]);
const CEREBELLUM = createEllipsoid([0, 47, -40], [47, 28, 25]);
const SINUS = createPair([10, -80, -40], [9, 13, 14]);
const NECK = createEllipsoid([0, 14, -95], [56, 64, 60]);
const LESION = createEllipsoid([-30, 22, 22], [8, 10, 8], 20);

export function headSignal(contrast: HeadContrast, texture: Texture) {
  const signal = SIGNAL[contrast];

  return (x: number, y: number, z: number): number => {
    if (insidePart(SKIN, x, y, z) === 0 && insidePart(NECK, x, y, z) === 0) return signal.air;
    let value = signal.air;
    const lay = (tissue: Tissue, part: number) => {
      if (part > 0) value = mix(value, signal[tissue], part);
    };
    const layBoth = (tissue: Tissue, [left, right]: readonly [Ellipsoid, Ellipsoid]) => {
      lay(tissue, insidePart(left, x, y, z));
      lay(tissue, insidePart(right, x, y, z));
    };

    lay('muscle', insidePart(NECK, x, y, z));
    lay('skin', insidePart(SKIN, x, y, z));
    lay('bone', insidePart(SKULL, x, y, z));
    lay('marrow', insidePart(DIPLOE, x, y, z));
    lay('bone', insidePart(INNER_TABLE, x, y, z));
    lay('fluid', insidePart(DURA, x, y, z));
    layBrain(lay, texture, x, y, z);
    layBoth('white', ORBIT);
    layBoth('eye', EYE);
    layBoth('air', SINUS);
    layBoth('fluid', VENTRICLE);
    layBoth('fluid', OCCIPITAL_HORN);
    layBoth('grey', THALAMUS);
    layBoth('grey', CAUDATE);
    layBoth('grey', PUTAMEN);
    lay('fluid', insidePart(THIRD_VENTRICLE, x, y, z));
    lay('white', insidePart(BRAIN_STEM, x, y, z));
    lay('fluid', insidePart(FOURTH_VENTRICLE, x, y, z));
    lay('lesion', insidePart(LESION, x, y, z, 4));
    // Slightly uneven coil sensitivity and tissue.
    const coil = 1 + 0.08 * texture.at(x, y, z, 90);
    return value * coil * (1 + 0.035 * texture.at(x, y, z, 4));
  };
}

/** Grey matter, white matter and sulci: where two sheets of noise cross, the cortex folds inwards with fluid in the fold. */
function layBrain(lay: (tissue: Tissue, part: number) => void, texture: Texture, x: number, y: number, z: number): void {
  const brain = Math.max(insidePart(CORTEX, x, y, z), insidePart(CEREBELLUM, x, y, z));
  if (brain === 0) return;
  const fold = Math.abs(texture.at(x, y, z, 13) + 0.45 * texture.at(x, y, z, 6.5));
  const core = insidePart(CORE, x, y, z, 12);
  const depth = insidePart(CORTEX, x, y, z, 9);
  lay('grey', brain);
  lay('white', brain * Math.min(1, Math.max(0, (fold - 0.2) * 6 * depth + core * 1.3 - 0.25)));
  lay('fluid', brain * Math.max(0, 1 - fold * 9) * (1 - core) * 0.85);
  // The cleft between the hemispheres, above the corpus callosum.
  const cleft = Math.max(0, 1 - Math.abs(x + texture.at(x, y, z, 30)) / 1.6) * (z > 26 || Math.abs(y) > 46 ? 1 : 0) * (z > -20 ? 1 : 0);
  lay('fluid', brain * cleft);
}
