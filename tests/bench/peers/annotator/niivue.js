import { Niivue } from '@niivue/niivue';
import { figureNow, makePanes, makeVolume, onInput, panesNow, stamp, stateNow } from './scene.js';

const { rendererOf, SIZE, SLICES, SPACING_MM } = globalThis.annotatorBench;

/** It has one canvas for all panes, and no planes that are turned. */
export async function openNiivue({ panes }) {
  makePanes(panes);
  const [left, top] = [Math.min(...panes.map(({ x }) => x)), Math.min(...panes.map(({ y }) => y))];
  const width = Math.max(...panes.map((pane) => pane.x + pane.width)) - left;
  const height = Math.max(...panes.map((pane) => pane.y + pane.height)) - top;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  canvas.style.cssText = `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
  document.body.prepend(canvas);
  const niivue = new Niivue({
    ...{ isResizeCanvas: false, show3Dcrosshair: false, isColorbar: false, dragAndDropEnabled: false },
    ...{ logLevel: 'error', isRadiologicalConvention: false, forceDevicePixelRatio: -1 },
  });
  await niivue.attachToCanvas(canvas, false);
  await niivue.loadFromArrayBuffer(niftiOf(makeVolume()), 'ct.nii');
  niivue.setCustomLayout(
    panes.map((pane, at) => ({
      sliceType: at,
      position: [(pane.x - left) / width, (pane.y - top) / height, pane.width / width, pane.height / height],
    })),
  );
  const [volume] = niivue.volumes;
  Object.assign(volume, { cal_min: 50 - 200, cal_max: 50 + 200 });
  niivue.updateGLVolume();

  let isAsked = false;
  function draw() {
    isAsked = false;
    const state = stateNow();
    if (figureNow() === 'slice') {
      niivue.scene.crosshairPos = [0.5, 0.5, (state.slice + 0.5) / SLICES];
      niivue.drawScene();
    } else {
      Object.assign(volume, { cal_min: state.center - state.width / 2, cal_max: state.center + state.width / 2 });
      niivue.updateGLVolume();
    }
    for (const at of panesNow()) stamp(at, globalThis.eventWatch.number);
  }
  onInput(() => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(draw);
  });
  return { renderer: rendererOf(niivue.gl) };
}

const HEADER_BYTES = 352;

/** The volume as a file of NIfTI-1. */
function niftiOf(voxels) {
  const bytes = new ArrayBuffer(HEADER_BYTES + voxels.byteLength);
  const header = new DataView(bytes);
  header.setInt32(0, 348, true);
  for (const [at, size] of [3, SIZE, SIZE, SLICES, 1, 1, 1, 1].entries()) header.setInt16(40 + 2 * at, size, true);
  header.setInt16(70, 4, true);
  header.setInt16(72, 16, true);
  const { pixel, slice } = SPACING_MM;
  for (const [at, mm] of [1, pixel, pixel, slice, 1, 1, 1, 1].entries()) header.setFloat32(76 + 4 * at, mm, true);
  header.setFloat32(108, HEADER_BYTES, true);
  header.setFloat32(112, 1, true);
  header.setInt16(254, 1, true);
  for (const [at, mm] of [
    [280, pixel],
    [300, pixel],
    [320, slice],
  ])
    header.setFloat32(at, mm, true);
  for (const [at, letter] of [110, 43, 49, 0].entries()) header.setUint8(344 + at, letter);
  new Int16Array(bytes, HEADER_BYTES).set(voxels);
  return bytes;
}
