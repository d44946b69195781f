// Three panes at the places that Lightship gives its own, and the events of the bench: what the peers do with them is theirs.

const { CODE, FIRST_SLICE, hounsfieldOf, SIZE, SLICES } = globalThis.annotatorBench;

/** What the bench asks for, as both peers understand it. */
const scene = { figure: 'slice', onInput: () => {} };
const strips = [];

/** The state after so many events. */
export function stateNow() {
  const { number } = globalThis.eventWatch;
  return {
    slice: FIRST_SLICE + number,
    center: 50 + 100 * Math.sin(number / 15),
    width: 400 + 200 * Math.sin(number / 21),
    angle: number * 0.01,
  };
}

export const figureNow = () => scene.figure;

/** Two planes turn, as in Lightship, where the one under the pointer stays. */
export const panesNow = () => ({ slice: [0], window: [0, 1, 2], oblique: [1, 2] })[scene.figure];

export function makePanes(panes) {
  document.body.style.cssText = 'margin:0;background:#111;overflow:hidden';
  return panes.map(({ x, y, width, height }, at) => {
    const pane = document.createElement('div');
    pane.style.cssText = `position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;overflow:hidden`;
    document.body.append(pane);
    const strip = document.createElement('canvas');
    [strip.width, strip.height] = [CODE.bits + 1, 1];
    strip.style.cssText = `position:absolute;z-index:9;left:${CODE.x}px;top:${Math.round(height * CODE.fromTop)}px;image-rendering:pixelated`;
    strip.style.cssText += `;width:${(CODE.bits + 1) * CODE.block}px;height:${CODE.block}px;display:none`;
    pane.append(strip);
    strips[at] = strip;
    return pane;
  });
}

/** In the task in which the peer has drawn: the browser shows both in one frame. */
export function stamp(at, number) {
  const image = new ImageData(CODE.bits + 1, 1);
  for (let bit = 0; bit <= CODE.bits; bit += 1) {
    const value = (number >> bit) & 1 ? 255 : 0;
    image.data.set([value, value, value, 255], bit * 4);
  }
  strips[at].getContext('2d').putImageData(image, 0, 0);
}

/** The numbers of slices are in the pixels; for the others a strip says which event a pane shows. */
export function setFigure(figure) {
  scene.figure = figure;
  globalThis.eventWatch.number = 0;
  for (const [at, strip] of strips.entries()) {
    strip.style.display = figure === 'slice' ? 'none' : 'block';
    stamp(at, 0);
  }
  scene.onInput();
}

export function onInput(handle) {
  scene.onInput = handle;
  const act = (event) => {
    if (event.type !== globalThis.eventWatch.kind) return;
    if (event.type === 'keydown') event.preventDefault();
    handle();
  };
  for (const type of ['keydown', 'pointermove']) addEventListener(type, act);
}

export function makeVolume() {
  const voxels = new Int16Array(SIZE * SIZE * SLICES);
  for (let slice = 0; slice < SLICES; slice += 1) voxels.set(hounsfieldOf(slice), slice * SIZE * SIZE);
  return voxels;
}
