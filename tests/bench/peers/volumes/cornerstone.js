import * as cornerstone from '@cornerstonejs/core';

const { createGlance, CT_RANGE, ctVolume, OPACITY, PET_RANGE, petVolume, rendererOf, trunkVolume } = globalThis.volumeBench;

const glance = createGlance();
const FRAME = '1.2.3';
const VIEWPORT = 'bench';
const EYE_MM = 500;
/** Of its own ones, the one that shows bone alone. */
const PRESET = 'CT-Coronary-Arteries-3';
const HOT = 'bench-hot';
const HOT_POINTS = [0, 0, 0, 0, 0.5, 1, 0, 0, 0.75, 1, 0.5, 0, 1, 1, 1, 1];

/** Its core only: the tools of the library would cost more. `cpu`: its path without WebGL, which draws planes on a 2D canvas. */
export function cornerstoneContender({ cpu }) {
  let viewport = null;
  let middle = null;
  let camera = null;
  const shown = new Map();

  function start(type, orientation) {
    const element = document.querySelector('div');
    cornerstone.init();
    if (cpu) cornerstone.setUseCPURendering(true);
    cornerstone.metaData.addProvider((kind, id) => metadata(shown, kind, id), 10_000);
    cornerstone.utilities.colormap.registerColormap({ ColorSpace: 'RGB', Name: HOT, RGBPoints: HOT_POINTS });
    const engine = new cornerstone.RenderingEngine('bench');
    engine.setViewports([{ viewportId: VIEWPORT, type, element, defaultOptions: { orientation, background: [0, 0, 0] } }]);
    viewport = engine.getViewport(VIEWPORT);
    return { engine, element };
  }

  function add(volumeId, volume, modality) {
    shown.set(volumeId, { volume, modality });
    return localVolume(volumeId, volume, modality);
  }

  /** Draws, and looks at it in the event that tells of the picture; its CPU path tells of each layer. */
  function drawn(startedMs, act, layers = 1) {
    return new Promise((resolve) => {
      const { element } = viewport;
      const { IMAGE_RENDERED } = cornerstone.Enums.Events;
      let told = 0;
      element.addEventListener(IMAGE_RENDERED, function onRendered() {
        told += 1;
        if (told < layers) return;
        element.removeEventListener(IMAGE_RENDERED, onRendered);
        const seen = glance(visibleCanvas(element));
        resolve({ ...seen, ms: seen.atMs - startedMs });
      });
      act();
    });
  }

  return {
    renderer: () => (cpu ? 'CPU' : rendererOf(document.createElement('canvas').getContext('webgl2'))),
    async openFusion() {
      const { ViewportType, OrientationAxis } = cornerstone.Enums;
      const { engine } = start(cpu ? ViewportType.PLANAR_NEXT : ViewportType.ORTHOGRAPHIC, OrientationAxis.AXIAL);
      const ct = ctVolume();
      const volumes = [add('ct', ct, 'CT'), add('pet', petVolume(), 'PT')];
      middle = middleOf(ct);
      const looks = {
        ct: { voiRange: rangeOf(CT_RANGE) },
        pet: { voiRange: rangeOf(PET_RANGE), colormap: { name: HOT, opacity: OPACITY } },
      };
      if (cpu) {
        for (const { volumeId, imageIds } of volumes)
          cornerstone.utilities.genericViewportDisplaySetMetadataProvider.add(volumeId, { imageIds, volumeId });
        await viewport.setDisplaySets({ displaySetId: 'ct' }, { displaySetId: 'pet' });
        viewport.setDisplaySetPresentation('ct', looks.ct);
        viewport.setDisplaySetPresentation('pet', { voiRange: looks.pet.voiRange, colormap: { name: HOT }, opacity: OPACITY });
      } else {
        await cornerstone.setVolumesForViewports(engine, [{ volumeId: 'ct' }, { volumeId: 'pet' }], [VIEWPORT]);
        for (const [id, look] of Object.entries(looks)) viewport.setProperties(look, id);
      }
      await new Promise((resolve) => setTimeout(resolve, 300));
    },
    async showFused(look) {
      const plane = 'slice' in look ? axialPlane(middle, look.slice) : turnedPlane(look);
      const { point, viewPlaneNormal, viewUp } = plane;
      const position = point.map((at, axis) => at + viewPlaneNormal[axis] * EYE_MM);
      const show = () => {
        if (cpu)
          viewport.setViewState({ orientation: { viewPlaneNormal, viewUp }, slice: { kind: 'volumePoint', sliceWorldPoint: point } });
        else viewport.setCamera({ viewPlaneNormal, viewUp, focalPoint: point, position, parallelScale: look.acrossMm / 2 });
        viewport.render();
      };
      return drawn(performance.now(), show, cpu ? 2 : 1);
    },
    async openVolume() {
      const trunk = trunkVolume();
      const startedMs = performance.now();
      const { engine } = start(cornerstone.Enums.ViewportType.VOLUME_3D, cornerstone.Enums.OrientationAxis.CORONAL);
      add('trunk', trunk, 'CT');
      await cornerstone.setVolumesForViewports(engine, [{ volumeId: 'trunk' }], [VIEWPORT]);
      viewport.setProperties({ preset: PRESET });
      // It shows nothing in the first picture of all.
      let taken = null;
      for (let picture = 0; picture < 3 && !(taken?.bright > 0); picture += 1) taken = await drawn(startedMs, () => viewport.render());
      camera = viewport.getCamera();
      return taken;
    },
    async turnVolume(angle) {
      const { focalPoint, position, viewUp } = camera;
      const from = position.map((at, axis) => at - focalPoint[axis]);
      return drawn(performance.now(), () => {
        viewport.setCamera({ focalPoint, viewUp, position: turned(from, angle).map((at, axis) => at + focalPoint[axis]) });
        viewport.render();
      });
    },
  };
}

function localVolume(volumeId, { size, spacingMm, origin, voxels }, modality) {
  const [columns, rows] = size;
  return cornerstone.volumeLoader.createLocalVolume(volumeId, {
    metadata: {
      ...{ BitsAllocated: 16, BitsStored: 16, HighBit: 15, PixelRepresentation: 1, SamplesPerPixel: 1, Modality: modality },
      ...{ PhotometricInterpretation: 'MONOCHROME2', ImageOrientationPatient: [1, 0, 0, 0, 1, 0], FrameOfReferenceUID: FRAME },
      ...{ PixelSpacing: [spacingMm[1], spacingMm[0]], Columns: columns, Rows: rows, voiLut: [] },
    },
    ...{ dimensions: [...size], spacing: [...spacingMm], origin: [...origin], direction: [1, 0, 0, 0, 1, 0, 0, 0, 1], scalarData: voxels },
  });
}

function metadata(shown, kind, id) {
  const [volumeId, number] = String(id).split('_slice_');
  const { volume, modality } = shown.get(volumeId) ?? {};
  if (volume === undefined) return undefined;
  const { size, spacingMm, origin } = volume;
  const [columns, rows] = size;
  if (kind === 'generalSeriesModule') return { modality };
  if (kind === 'imagePixelModule')
    return {
      ...{ bitsAllocated: 16, bitsStored: 16, highBit: 15, pixelRepresentation: 1, samplesPerPixel: 1 },
      ...{ photometricInterpretation: 'MONOCHROME2', rows, columns },
    };
  if (kind !== 'imagePlaneModule') return undefined;
  return {
    ...{ frameOfReferenceUID: FRAME, rows, columns, sliceThickness: spacingMm[2] },
    ...{ imageOrientationPatient: [1, 0, 0, 0, 1, 0], rowCosines: [1, 0, 0], columnCosines: [0, 1, 0] },
    imagePositionPatient: [origin[0], origin[1], origin[2] + (Number(number) || 0) * spacingMm[2]],
    ...{ pixelSpacing: [spacingMm[1], spacingMm[0]], rowPixelSpacing: spacingMm[1], columnPixelSpacing: spacingMm[0] },
  };
}

const rangeOf = ({ low, high }) => ({ lower: low, upper: high });

const middleOf = ({ size, spacingMm, origin }) => origin.map((at, axis) => at + ((size[axis] - 1) * spacingMm[axis]) / 2);

/** The slices of the CT are a millimetre apart. */
const axialPlane = ([x, y], slice) => ({ point: [x, y, slice], viewPlaneNormal: [0, 0, -1], viewUp: [0, -1, 0] });

const turnedPlane = ({ point, below, towardsViewer }) => ({
  point: [...point],
  viewPlaneNormal: [...towardsViewer],
  viewUp: below.map((at) => -at),
});

/** About the axis of the body. */
function turned([x, y, z], angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos * x - sin * y, sin * x + cos * y, z];
}

/** Its CPU path has a canvas of its own over the other one. */
function visibleCanvas(element) {
  return [...element.querySelectorAll('canvas')].findLast((canvas) => canvas.style.display !== 'none');
}
