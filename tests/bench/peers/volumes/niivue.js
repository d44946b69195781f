import { Niivue } from '@niivue/niivue';

const { createGlance, CT_RANGE, ctVolume, niftiOf, OPACITY, PET_RANGE, petVolume, rendererOf, SIDE, trunkVolume } = globalThis.volumeBench;

const glance = createGlance();
const DEGREES = 180 / Math.PI;
/** It turns a copy of the volume on the graphics: what is not drawn at once is drawn for nobody. */
const LOOK_FROM = { azimuth: 180, elevation: 0 };

export function niivueContender() {
  let niivue = null;
  let canvas = null;
  let slices = 0;

  async function open(sliceType) {
    canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [SIDE, SIDE];
    canvas.style.cssText = `width:${SIDE}px;height:${SIDE}px`;
    document.body.prepend(canvas);
    niivue = new Niivue({
      ...{ isResizeCanvas: false, show3Dcrosshair: false, crosshairWidth: 0, isColorbar: false, dragAndDropEnabled: false },
      ...{
        logLevel: 'error',
        isRadiologicalConvention: true,
        forceDevicePixelRatio: -1,
        isOrientCube: false,
        isOrientationTextVisible: false,
      },
    });
    await niivue.attachToCanvas(canvas, false);
    niivue.setSliceType(sliceType(niivue));
  }

  async function load(nifti, name, look) {
    await niivue.loadFromArrayBuffer(nifti.buffer, name);
    Object.assign(niivue.volumes.at(-1), look);
  }

  function drawn(startedMs) {
    niivue.drawScene();
    const seen = glance(canvas);
    return { ...seen, ms: seen.atMs - startedMs };
  }

  return {
    renderer: () => rendererOf(niivue.gl),
    async openFusion() {
      await open((one) => one.sliceTypeAxial);
      const ct = ctVolume();
      slices = ct.size[2];
      await load(niftiOf(ct), 'ct.nii', { cal_min: CT_RANGE.low, cal_max: CT_RANGE.high });
      await load(niftiOf(petVolume()), 'pet.nii', { cal_min: PET_RANGE.low, cal_max: PET_RANGE.high, opacity: OPACITY, colormap: 'hot' });
      niivue.updateGLVolume();
    },
    async showFused({ slice }) {
      if (slice === undefined) throw new Error('It turns no planes');
      const startedMs = performance.now();
      niivue.scene.crosshairPos = [0.5, 0.5, (slice + 0.5) / slices];
      return drawn(startedMs);
    },
    async openVolume() {
      const nifti = niftiOf(trunkVolume());
      const startedMs = performance.now();
      await open((one) => one.sliceTypeRender);
      await load(nifti, 'trunk.nii', { cal_min: 100, cal_max: 1000 });
      niivue.updateGLVolume();
      niivue.setRenderAzimuthElevation(LOOK_FROM.azimuth, LOOK_FROM.elevation);
      return drawn(startedMs);
    },
    async turnVolume(angle) {
      const startedMs = performance.now();
      Object.assign(niivue.scene, { renderAzimuth: LOOK_FROM.azimuth + angle * DEGREES, renderElevation: LOOK_FROM.elevation });
      return drawn(startedMs);
    },
  };
}
