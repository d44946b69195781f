import * as cornerstone from '@cornerstonejs/core';
import { figureNow, makePanes, makeVolume, onInput, panesNow, stamp, stateNow } from './scene.js';

const { rendererOf, SIZE, SLICES, SPACING_MM } = globalThis.annotatorBench;

const VOLUME = 'ct';
const AXES = ['AXIAL', 'CORONAL', 'SAGITTAL'];
const pixel = {
  ...{ bitsAllocated: 16, bitsStored: 16, highBit: 15, pixelRepresentation: 1, samplesPerPixel: 1 },
  ...{ photometricInterpretation: 'MONOCHROME2', rows: SIZE, columns: SIZE },
};

/** Its core only: the tools of the library would cost more. `cpu`: its path without WebGL, which draws planes on a 2D canvas. */
export async function openCornerstone({ panes, cpu }) {
  const elements = makePanes(panes);
  cornerstone.init();
  if (cpu) cornerstone.setUseCPURendering(true);
  cornerstone.metaData.addProvider(metadata, 10_000);
  const volume = cornerstone.volumeLoader.createLocalVolume(VOLUME, {
    metadata: {
      ...{ BitsAllocated: 16, BitsStored: 16, HighBit: 15, PixelRepresentation: 1, SamplesPerPixel: 1, Modality: 'CT' },
      ...{ PhotometricInterpretation: 'MONOCHROME2', ImageOrientationPatient: [1, 0, 0, 0, 1, 0], FrameOfReferenceUID: '1.2.3' },
      ...{ PixelSpacing: [SPACING_MM.pixel, SPACING_MM.pixel], Columns: SIZE, Rows: SIZE, voiLut: [] },
    },
    dimensions: [SIZE, SIZE, SLICES],
    spacing: [SPACING_MM.pixel, SPACING_MM.pixel, SPACING_MM.slice],
    origin: [0, 0, 0],
    direction: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    scalarData: makeVolume(),
  });
  const engine = new cornerstone.RenderingEngine('bench');
  const { ViewportType, OrientationAxis, Events } = cornerstone.Enums;
  const ids = ['a', 'c', 's'];
  engine.setViewports(
    ids.map((viewportId, at) => ({
      viewportId,
      type: cpu ? ViewportType.PLANAR_NEXT : ViewportType.ORTHOGRAPHIC,
      element: elements[at],
      defaultOptions: { orientation: OrientationAxis[AXES[at]] },
    })),
  );
  const viewports = ids.map((id) => engine.getViewport(id));
  if (cpu) await showPlanar(viewports, volume);
  else await cornerstone.setVolumesForViewports(engine, [{ volumeId: VOLUME }], ids);
  await new Promise((resolve) => setTimeout(resolve, 300));

  const cameras = viewports.map((viewport, at) => (cpu ? planarCamera(at) : copied(viewport.getCamera())));
  for (const [at, element] of elements.entries()) {
    element.addEventListener(Events.IMAGE_RENDERED, () => stamp(at, globalThis.eventWatch.number));
  }
  let before = '';
  onInput(() => {
    if (figureNow() !== before) {
      before = figureNow();
      for (const [at, viewport] of viewports.entries()) turn(viewport, cameras[at], 0, cpu);
      for (const viewport of viewports) setWindow(viewport, 50, 400);
      for (const viewport of viewports) viewport.render();
    }
    const state = stateNow();
    for (const at of panesNow()) {
      const viewport = viewports[at];
      if (figureNow() === 'slice') toSlice(viewport, cameras[at], state.slice, cpu);
      else if (figureNow() === 'window') setWindow(viewport, state.center, state.width);
      else turn(viewport, cameras[at], state.angle, cpu);
      viewport.render();
    }
  });
  return {
    renderer: cpu
      ? `CPU, ${viewports[0].getActors?.()[0]?.actorMapper?.renderMode ?? 'planar'}`
      : rendererOf(document.createElement('canvas').getContext('webgl2')),
  };
}

async function showPlanar(viewports, volume) {
  cornerstone.utilities.genericViewportDisplaySetMetadataProvider.add(VOLUME, { imageIds: volume.imageIds, volumeId: VOLUME });
  for (const [at, viewport] of viewports.entries()) {
    const orientation = cornerstone.Enums.OrientationAxis[AXES[at]];
    if (viewport.setVolumes) await viewport.setVolumes([{ volumeId: VOLUME }]);
    else await viewport.setDisplaySets({ displaySetId: VOLUME, options: { orientation } });
  }
}

function metadata(type, id) {
  if (!String(id).startsWith(VOLUME)) return undefined;
  const slice = Number(String(id).split('_slice_')[1]) || 0;
  if (type === 'generalSeriesModule') return { modality: 'CT' };
  if (type === 'imagePixelModule') return pixel;
  if (type !== 'imagePlaneModule') return undefined;
  return {
    ...{ frameOfReferenceUID: '1.2.3', rows: SIZE, columns: SIZE },
    ...{ imageOrientationPatient: [1, 0, 0, 0, 1, 0], rowCosines: [1, 0, 0], columnCosines: [0, 1, 0] },
    ...{ imagePositionPatient: [0, 0, slice * SPACING_MM.slice], sliceThickness: SPACING_MM.slice },
    ...{ pixelSpacing: [SPACING_MM.pixel, SPACING_MM.pixel] },
    ...{ rowPixelSpacing: SPACING_MM.pixel, columnPixelSpacing: SPACING_MM.pixel },
  };
}

const copied = ({ position, focalPoint, viewUp, viewPlaneNormal }) => ({
  position: [...position],
  focalPoint: [...focalPoint],
  viewUp: [...viewUp],
  viewPlaneNormal: [...viewPlaneNormal],
});

const planarCamera = (at) => {
  const [viewPlaneNormal, viewUp] = [
    [
      [0, 0, -1],
      [0, -1, 0],
    ],
    [
      [0, -1, 0],
      [0, 0, 1],
    ],
    [
      [1, 0, 0],
      [0, 0, 1],
    ],
  ][at];
  return { viewPlaneNormal, viewUp };
};

function toSlice(viewport, { focalPoint, position }, slice, cpu) {
  // It counts the slices of an axial plane from the head.
  if (cpu) return viewport.setImageIdIndex(SLICES - 1 - slice);
  const [x, y, z] = focalPoint;
  const to = slice * SPACING_MM.slice;
  return viewport.setCamera({ focalPoint: [x, y, to], position: [position[0], position[1], position[2] + to - z] });
}

function setWindow(viewport, center, width) {
  const voiRange = { lower: center - width / 2, upper: center + width / 2 };
  if (viewport.setProperties) viewport.setProperties({ voiRange });
  else viewport.setDisplaySetPresentation({ voiRange });
}

function turn(viewport, camera, angle, cpu) {
  const viewPlaneNormal = turned(camera.viewPlaneNormal, angle);
  const viewUp = turned(camera.viewUp, angle);
  if (cpu) return viewport.setOrientation({ viewPlaneNormal, viewUp });
  const { focalPoint } = camera;
  return viewport.setCamera({
    viewPlaneNormal,
    viewUp,
    focalPoint,
    position: focalPoint.map((at, axis) => at + viewPlaneNormal[axis] * 500),
  });
}

/** About the axis of the body, as the drag in Lightship turns. */
function turned([x, y, z], angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos * x - sin * y, sin * x + cos * y, z];
}
