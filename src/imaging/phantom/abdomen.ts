import { createEllipsoid, createPair, insidePart, type Ellipsoid } from './ellipsoid.ts';
import { mix, type Texture } from './texture.ts';

/** A synthetic abdomen in Hounsfield units, as after contrast medium in the portal venous phase. */
const HU = {
  air: -1000,
  gas: -900,
  lung: -820,
  fat: -105,
  bile: 8,
  bowel: 40,
  muscle: 58,
  liver: 112,
  spleen: 122,
  vessel: 165,
  kidney: 175,
  marrow: 210,
  bone: 620,
};
type Tissue = keyof typeof HU;

const SKIN = createEllipsoid([0, 0, 0], [170, 122, 400]);
const WALL = createEllipsoid([0, 4, 0], [150, 102, 400]);
const CAVITY = createEllipsoid([0, -6, 0], [137, 86, 400]);
const LIVER = createEllipsoid([-66, -18, 52], [66, 66, 82], -16);
const LEFT_LOBE = createEllipsoid([-8, -46, 66], [52, 26, 38], 12);
const GALLBLADDER = createEllipsoid([-48, -48, 6], [15, 22, 18], 25);
const SPLEEN = createEllipsoid([104, 28, 62], [26, 46, 46], 18);
const STOMACH = createEllipsoid([56, -38, 60], [38, 28, 48], -20);
const STOMACH_GAS = createEllipsoid([56, -54, 62], [24, 10, 34], -10);
const KIDNEY = createPair([66, 48, -22], [26, 30, 54], 20);
const KIDNEY_SINUS = createPair([56, 44, -22], [12, 12, 28], 20);
const AORTA = createEllipsoid([9, 30, 0], [11, 11, 600]);
const CAVA = createEllipsoid([-20, 28, 0], [13, 9, 600]);
const VERTEBRA = createEllipsoid([0, 60, 0], [25, 19, 600]);
const VERTEBRA_MARROW = createEllipsoid([0, 60, 0], [22, 16, 600]);
const ARCH = createEllipsoid([0, 92, 0], [10, 20, 600]);
const CANAL = createEllipsoid([0, 82, 0], [11, 9, 600]);
const PSOAS = createPair([38, 62, -70], [19, 22, 100], 10);
const BACK_MUSCLE = createPair([38, 96, 0], [32, 19, 600], -6);
const LUNG = createPair([88, 4, 168], [62, 76, 62]);

const RIB_PLACES = [
  [124, -34],
  [137, 4],
  [132, 40],
  [108, 72],
  [74, 92],
] as const;
const RIBS = RIB_PLACES.map(([x, y], index) => {
  const rib = (bore: number) => createPair([x, y, 70 - index * 8], [7 - bore, 5 - bore, 60 + index * 8], 70 - index * 26);
  return { bone: rib(0), marrow: rib(2.5) };
});

export function abdomenHounsfield(texture: Texture) {
  return (x: number, y: number, z: number): number => {
    if (insidePart(SKIN, x, y, z) === 0) return HU.air;
    let value = HU.air;
    const lay = (tissue: Tissue, part: number) => {
      if (part > 0) value = mix(value, HU[tissue], part);
    };
    const layBoth = (tissue: Tissue, [left, right]: readonly [Ellipsoid, Ellipsoid]) => {
      lay(tissue, insidePart(left, x, y, z));
      lay(tissue, insidePart(right, x, y, z));
    };

    lay('fat', insidePart(SKIN, x, y, z));
    lay('muscle', insidePart(WALL, x, y, z));
    const cavity = insidePart(CAVITY, x, y, z);
    lay('fat', cavity);
    layBowel(lay, cavity, texture, x, y, z);
    layBoth('muscle', PSOAS);
    layBoth('muscle', BACK_MUSCLE);
    lay('spleen', insidePart(SPLEEN, x, y, z) * cavity);
    lay('muscle', insidePart(STOMACH, x, y, z) * cavity);
    lay('gas', insidePart(STOMACH_GAS, x, y, z) * cavity);
    lay('liver', Math.max(insidePart(LIVER, x, y, z), insidePart(LEFT_LOBE, x, y, z)) * cavity);
    // Vessels of the liver: the ridges of a low-frequency noise.
    const branch = Math.max(0, 1 - Math.abs(texture.at(x, y, z, 24)) * 14);
    lay('vessel', branch * insidePart(LIVER, x, y, z, 10) * 0.8);
    lay('bile', insidePart(GALLBLADDER, x, y, z));
    layBoth('kidney', KIDNEY);
    layBoth('fat', KIDNEY_SINUS);
    layBoth('lung', LUNG);
    lay('vessel', insidePart(AORTA, x, y, z));
    lay('vessel', insidePart(CAVA, x, y, z) * 0.8);
    laySpine(lay, x, y, z);
    for (const rib of RIBS) {
      layBoth('bone', rib.bone);
      layBoth('marrow', rib.marrow);
    }
    return value;
  };
}

/** Loops of bowel where a noise is high, with wall, content and some gas. */
function layBowel(lay: (tissue: Tissue, part: number) => void, cavity: number, texture: Texture, x: number, y: number, z: number): void {
  const isFront = Math.min(1, Math.max(0, (24 - y) / 24)) * Math.min(1, Math.max(0, (26 - z) / 30));
  const loop = texture.at(x, y, z, 25) + 0.25 * texture.at(x, y, z, 11);
  const part = Math.min(1, Math.max(0, (loop + 0.12) * 9)) * isFront * cavity;
  lay('muscle', part);
  lay('bowel', part * Math.min(1, Math.max(0, (loop - 0.08) * 8)));
  lay('gas', part * Math.min(1, Math.max(0, (loop - 0.52) * 14)) * (y < -30 ? 1 : 0));
}

const VERTEBRA_STEP_MM = 36;
const DISC_MM = 9;

function laySpine(lay: (tissue: Tissue, part: number) => void, x: number, y: number, z: number): void {
  const body = insidePart(VERTEBRA, x, y, z);
  const place = ((z % VERTEBRA_STEP_MM) + VERTEBRA_STEP_MM) % VERTEBRA_STEP_MM;
  const disc = place < DISC_MM ? 1 : 0;
  lay('bone', Math.max(body, insidePart(ARCH, x, y, z)));
  lay('marrow', insidePart(VERTEBRA_MARROW, x, y, z));
  lay('muscle', body * disc);
  lay('muscle', insidePart(CANAL, x, y, z));
}
