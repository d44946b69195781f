import type { ComputeTool } from '#features/annotator/masks/compute/compute-tools.ts';
import type { KeyAct } from './annotator-keys.ts';

export const ZOOM_STEP = 1.25;

/** A key as it is shown: 'L', 'Shift V', 'Space', '+'. Letters are those of the label of the key, whatever layout the keyboard has. */
export type Chord = string;

interface KeyAction {
  /** The key that it has until somebody changes it. */
  chord: Chord;
  what: string;
  act: KeyAct;
}

const tool = (chord: Chord, what: string, name: (KeyAct & { act: 'tool' })['tool']): KeyAction => ({
  chord,
  what,
  act: { act: 'tool', tool: name },
});

const VIEW = {
  window: tool('L', 'Drag sets the window', 'window'),
  'window-region': tool('R', 'Window from a region: drag a rectangle', 'window-region'),
  pan: tool('N', 'Drag moves the picture', 'pan'),
  zoom: tool('Z', 'Drag zooms', 'zoom'),
  slices: tool('D', 'Drag walks through the slices', 'slices'),
  crosshair: tool('C', 'Crosshair', 'crosshair'),
  'zoom-in': { chord: '+', what: 'Zoom in', act: { act: 'zoom', factor: ZOOM_STEP } },
  'zoom-out': { chord: '-', what: 'Zoom out', act: { act: 'zoom', factor: 1 / ZOOM_STEP } },
  invert: { chord: 'I', what: 'Invert', act: { act: 'invert' } },
  smooth: { chord: 'Shift I', what: 'Smooth pixels', act: { act: 'smooth' } },
  'flip-sideways': { chord: 'H', what: 'Flip left and right', act: { act: 'flip-sideways' } },
  'flip-upright': { chord: 'V', what: 'Flip up and down', act: { act: 'flip-upright' } },
  turn: { chord: 'Shift V', what: 'Turn a quarter to the right', act: { act: 'turn' } },
  overlays: { chord: 'Q', what: 'Hide or show overlays and segments', act: { act: 'overlays' } },
  reset: { chord: 'Space', what: 'Reset the view', act: { act: 'reset' } },
} satisfies Record<string, KeyAction>;

const DRAW = {
  brush: tool('P', 'Paint', 'brush'),
  eraser: tool('E', 'Erase', 'eraser'),
  polygon: tool('G', 'Polygon, freehand', 'polygon'),
  clicks: tool('Shift P', 'Correct by clicks', 'clicks'),
  smaller: { chord: '[', what: 'Smaller brush', act: { act: 'radius', direction: -1 } },
  larger: { chord: ']', what: 'Larger brush', act: { act: 'radius', direction: 1 } },
} satisfies Record<string, KeyAction>;

const compute = (chord: Chord, what: string, name: ComputeTool): KeyAction => ({ chord, what, act: { act: 'compute', tool: name } });

const COMPUTE = {
  threshold: compute('W', 'Threshold', 'threshold'),
  region: compute('Shift W', 'Grow a region', 'region'),
  'fill-between': compute('F', 'Fill between slices', 'fill-between'),
  'smooth-segment': compute('Shift S', 'Smooth the segment', 'smooth'),
  grow: compute('Shift A', 'Grow by mm', 'grow'),
  shrink: compute('Shift E', 'Shrink by mm', 'shrink'),
  'fill-holes': compute('Shift F', 'Fill holes', 'fill-holes'),
  'keep-largest': compute('Shift B', 'Keep the largest part', 'keep-largest'),
  'remove-small': compute('Shift R', 'Remove small parts', 'remove-small'),
  'copy-slice': compute('Shift C', 'Copy this slice', 'copy-slice'),
  combine: compute('Shift U', 'Combine with a segment', 'combine'),
} satisfies Record<string, KeyAction>;

const MEASURE = {
  length: tool('M', 'Length', 'length'),
  angle: tool('A', 'Angle', 'angle'),
  ellipse: tool('O', 'Ellipse', 'ellipse'),
  rectangle: tool('Shift O', 'Rectangle', 'rectangle'),
  freehand: tool('Shift M', 'Freehand', 'freehand'),
  box: tool('Shift G', 'Box', 'box'),
  bidirectional: tool('B', 'Bidirectional', 'bidirectional'),
  probe: tool('J', 'Value of a pixel', 'probe'),
  point: tool('Shift J', 'Point', 'point'),
  arrow: tool('T', 'Arrow with text', 'arrow'),
  'key-image': { chord: 'Shift K', what: 'Key image', act: { act: 'key-image' } },
  comment: { chord: 'K', what: 'Comment on the image', act: { act: 'comment' } },
  delete: { chord: 'Del', what: 'Delete the current one', act: { act: 'delete' } },
} satisfies Record<string, KeyAction>;

const SLICES = {
  first: { chord: 'Home', what: 'First slice', act: { act: 'walk-to', end: 'first' } },
  last: { chord: 'End', what: 'Last slice', act: { act: 'walk-to', end: 'last' } },
  'volume-before': { chord: ',', what: 'Previous time or b-value', act: { act: 'walk-volume', by: -1 } },
  'volume-after': { chord: '.', what: 'Next time or b-value', act: { act: 'walk-volume', by: 1 } },
  play: { chord: 'Shift Space', what: 'Play, pause', act: { act: 'play' } },
} satisfies Record<string, KeyAction>;

const LAYOUT = {
  full: { chord: 'Enter', what: 'This pane over the whole area', act: { act: 'full' } },
  'next-pane': { chord: 'Shift N', what: 'Next pane', act: { act: 'next-pane' } },
  'show-3d': { chord: 'Shift D', what: 'Segments in 3D', act: { act: 'show-3d' } },
  strip: { chord: 'U', what: 'List of series', act: { act: 'strip' } },
  align: { chord: 'Shift L', what: 'Link the panes as they are now', act: { act: 'align' } },
  tags: { chord: 'Shift T', what: 'Tags', act: { act: 'tags' } },
  keys: { chord: '?', what: 'Keys', act: { act: 'keys' } },
} satisfies Record<string, KeyAction>;

const TASK = {
  approve: { chord: 'Shift Y', what: 'Approve', act: { act: 'task', key: 'approve' } },
  'send-back': { chord: 'Shift X', what: 'Send back, with a reason', act: { act: 'task', key: 'send-back' } },
} satisfies Record<string, KeyAction>;

const PROPOSAL = {
  accept: { chord: 'Y', what: 'Accept the segment', act: { act: 'proposal', decision: 'accepted' } },
  correct: {
    chord: 'S',
    what: 'Take it over to correct it; without a proposal: scribble',
    act: { act: 'proposal', decision: 'corrected' },
  },
  refuse: { chord: 'X', what: 'Refuse it', act: { act: 'proposal', decision: 'refused' } },
} satisfies Record<string, KeyAction>;

/** Everything whose key can be changed. */
export const ACTIONS = { ...VIEW, ...DRAW, ...COMPUTE, ...MEASURE, ...SLICES, ...LAYOUT, ...TASK, ...PROPOSAL };
export type ActionId = keyof typeof ACTIONS;
export const ACTION_IDS = Object.keys(ACTIONS) as ActionId[];

export const isActionId = (id: string): id is ActionId => Object.hasOwn(ACTIONS, id);

/** For the list of keys; `fixed` are those that cannot be changed. */
export const ACTION_GROUPS: readonly { title: string; ids: readonly ActionId[]; fixed: readonly { keys: string; what: string }[] }[] = [
  {
    title: 'View',
    ids: Object.keys(VIEW) as ActionId[],
    fixed: [
      { keys: 'Shift drag', what: 'With the crosshair: turn the planes of the other panes' },
      { keys: 'Shift 1 to 9', what: 'Window presets' },
    ],
  },
  {
    title: 'Draw',
    ids: Object.keys(DRAW) as ActionId[],
    fixed: [
      { keys: '1 to 9', what: 'Choose the segment' },
      { keys: 'Ctrl Home', what: 'Go to its middle' },
      { keys: 'Enter, Esc', what: 'While correcting by clicks or scribbling: accept, discard' },
      { keys: 'Alt drag', what: 'While scribbling: the stroke says the other thing' },
    ],
  },
  {
    title: 'Compute',
    ids: Object.keys(COMPUTE) as ActionId[],
    fixed: [{ keys: 'Enter, Esc', what: 'Apply, cancel the chosen one' }],
  },
  {
    title: 'Measure and comment',
    ids: Object.keys(MEASURE) as ActionId[],
    fixed: [
      { keys: 'Ctrl Z, Ctrl Shift Z', what: 'Undo, redo' },
      { keys: 'Enter', what: 'While a comment is placed: on the whole slice' },
    ],
  },
  {
    title: 'Slices and time',
    ids: Object.keys(SLICES) as ActionId[],
    fixed: [
      { keys: '↑ ↓', what: 'Previous, next slice' },
      { keys: 'Shift ↑ ↓', what: 'Ten slices' },
      { keys: '← →', what: 'While comparing: previous, next difference' },
    ],
  },
  {
    title: 'Layout',
    ids: Object.keys(LAYOUT) as ActionId[],
    fixed: [
      { keys: 'Alt 1 to 9', what: 'Rows and columns' },
      { keys: 'Alt 0', what: 'Three planes' },
      { keys: 'Tab', what: 'Next pane' },
      { keys: 'Esc', what: 'Cancel a drag, close the topmost' },
      { keys: 'Ctrl Shift L', what: 'Lock now' },
    ],
  },
  { title: 'Task', ids: Object.keys(TASK) as ActionId[], fixed: [{ keys: 'Ctrl Enter', what: 'Next case; finishes an annotation' }] },
  { title: 'Proposal of a model', ids: Object.keys(PROPOSAL) as ActionId[], fixed: [] },
  {
    title: 'Segments in 3D',
    ids: [],
    fixed: [
      { keys: '← → ↑ ↓', what: 'Turn them' },
      { keys: '+ −', what: 'Nearer, farther' },
      { keys: 'R', what: 'From the front again' },
      { keys: 'Click', what: 'Crosshair on the surface' },
    ],
  },
];
