import type { ComputeTool } from '#features/annotator/masks/compute/compute-tools.ts';
import { inContext, t } from '#language/t.ts';
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
  window: tool('L', t('Drag sets the window'), 'window'),
  'window-region': tool('R', t('Window from a region: drag a rectangle'), 'window-region'),
  pan: tool('N', t('Drag moves the picture'), 'pan'),
  zoom: tool('Z', t('Drag zooms'), 'zoom'),
  slices: tool('D', t('Drag walks through the slices'), 'slices'),
  crosshair: tool('C', t('Crosshair'), 'crosshair'),
  path: tool(';', t('Path: draw one, to show the series along it'), 'path'),
  'zoom-in': { chord: '+', what: t('Zoom in'), act: { act: 'zoom', factor: ZOOM_STEP } },
  'zoom-out': { chord: '-', what: t('Zoom out'), act: { act: 'zoom', factor: 1 / ZOOM_STEP } },
  invert: { chord: 'I', what: t('Invert'), act: { act: 'invert' } },
  smooth: { chord: 'Shift I', what: t('Smooth pixels'), act: { act: 'smooth' } },
  'flip-sideways': { chord: 'H', what: t('Flip left and right'), act: { act: 'flip-sideways' } },
  'flip-upright': { chord: 'V', what: t('Flip up and down'), act: { act: 'flip-upright' } },
  turn: { chord: 'Shift V', what: t('Turn a quarter to the right'), act: { act: 'turn' } },
  overlays: { chord: 'Q', what: t('Hide or show overlays and segments'), act: { act: 'overlays' } },
  reset: { chord: 'Space', what: t('Reset the view'), act: { act: 'reset' } },
} satisfies Record<string, KeyAction>;

const DRAW = {
  brush: tool('P', t('Paint'), 'brush'),
  eraser: tool('E', t('Erase'), 'eraser'),
  polygon: tool('G', t('Polygon, freehand'), 'polygon'),
  clicks: tool('Shift P', t('Correct by clicks'), 'clicks'),
  smaller: { chord: '[', what: t('Smaller brush'), act: { act: 'radius', direction: -1 } },
  larger: { chord: ']', what: t('Larger brush'), act: { act: 'radius', direction: 1 } },
} satisfies Record<string, KeyAction>;

const compute = (chord: Chord, what: string, name: ComputeTool): KeyAction => ({ chord, what, act: { act: 'compute', tool: name } });

const COMPUTE = {
  threshold: compute('W', t('Threshold'), 'threshold'),
  region: compute('Shift W', t('Grow a region'), 'region'),
  'fill-between': compute('F', t('Fill between slices'), 'fill-between'),
  'smooth-segment': compute('Shift S', t('Smooth the segment'), 'smooth'),
  grow: compute('Shift A', t('Grow by mm'), 'grow'),
  shrink: compute('Shift E', t('Shrink by mm'), 'shrink'),
  'fill-holes': compute('Shift F', t('Fill holes'), 'fill-holes'),
  'keep-largest': compute('Shift B', t('Keep the largest part'), 'keep-largest'),
  'remove-small': compute('Shift R', t('Remove small parts'), 'remove-small'),
  'copy-slice': compute('Shift C', t('Copy this slice'), 'copy-slice'),
  combine: compute('Shift U', t('Combine with a segment'), 'combine'),
} satisfies Record<string, KeyAction>;

const MEASURE = {
  length: tool('M', t('Length'), 'length'),
  angle: tool('A', t('Angle'), 'angle'),
  ellipse: tool('O', t('Ellipse'), 'ellipse'),
  rectangle: tool('Shift O', t('Rectangle'), 'rectangle'),
  freehand: tool('Shift M', t('Freehand'), 'freehand'),
  box: tool('Shift G', t('Box'), 'box'),
  bidirectional: tool('B', t('Bidirectional'), 'bidirectional'),
  probe: tool('J', t('Value of a pixel'), 'probe'),
  point: tool('Shift J', t('Point'), 'point'),
  arrow: tool('T', t('Arrow with text'), 'arrow'),
  'key-image': { chord: 'Shift K', what: t('Key image'), act: { act: 'key-image' } },
  comment: { chord: 'K', what: t('Comment on the image'), act: { act: 'comment' } },
  delete: { chord: 'Del', what: t('Delete the current one'), act: { act: 'delete' } },
} satisfies Record<string, KeyAction>;

const SLICES = {
  first: { chord: 'Home', what: t('First slice'), act: { act: 'walk-to', end: 'first' } },
  last: { chord: 'End', what: t('Last slice'), act: { act: 'walk-to', end: 'last' } },
  'volume-before': { chord: ',', what: t('Previous time or b-value'), act: { act: 'walk-volume', by: -1 } },
  'volume-after': { chord: '.', what: t('Next time or b-value'), act: { act: 'walk-volume', by: 1 } },
  play: { chord: 'Shift Space', what: t('Play, pause'), act: { act: 'play' } },
} satisfies Record<string, KeyAction>;

const LAYOUT = {
  full: { chord: 'Enter', what: t('This pane over the whole area'), act: { act: 'full' } },
  'next-pane': { chord: 'Shift N', what: t('Next pane'), act: { act: 'next-pane' } },
  'show-3d': { chord: 'Shift D', what: t('Segments in 3D'), act: { act: 'show-3d' } },
  strip: { chord: 'U', what: t('List of series'), act: { act: 'strip' } },
  align: { chord: 'Shift L', what: t('Link the panes as they are now'), act: { act: 'align' } },
  'link-less': { chord: '<', what: t('Prior one step back'), act: { act: 'move-link', direction: -1 } },
  'link-more': { chord: '>', what: t('Prior one step on'), act: { act: 'move-link', direction: 1 } },
  dim: { chord: 'Shift H', what: t('Dim the page'), act: { act: 'dim' } },
  tags: { chord: 'Shift T', what: t('Tags'), act: { act: 'tags' } },
  keys: { chord: '?', what: inContext('keyboard', 'Keys'), act: { act: 'keys' } },
} satisfies Record<string, KeyAction>;

const TASK = {
  approve: { chord: 'Shift Y', what: t('Approve'), act: { act: 'task', key: 'approve' } },
  'send-back': { chord: 'Shift X', what: t('Send back, with a reason'), act: { act: 'task', key: 'send-back' } },
} satisfies Record<string, KeyAction>;

const PROPOSAL = {
  accept: { chord: 'Y', what: t('Accept the segment'), act: { act: 'proposal', decision: 'accepted' } },
  correct: {
    chord: 'S',
    what: t('Take it over to correct it; without a proposal: scribble'),
    act: { act: 'proposal', decision: 'corrected' },
  },
  refuse: { chord: 'X', what: t('Refuse it'), act: { act: 'proposal', decision: 'refused' } },
} satisfies Record<string, KeyAction>;

/** Everything whose key can be changed. */
export const ACTIONS = { ...VIEW, ...DRAW, ...COMPUTE, ...MEASURE, ...SLICES, ...LAYOUT, ...TASK, ...PROPOSAL };
export type ActionId = keyof typeof ACTIONS;
export const ACTION_IDS = Object.keys(ACTIONS) as ActionId[];

export const isActionId = (id: string): id is ActionId => Object.hasOwn(ACTIONS, id);

/** For the list of keys; `fixed` are those that cannot be changed. */
export const ACTION_GROUPS: readonly { title: string; ids: readonly ActionId[]; fixed: readonly { keys: string; what: string }[] }[] = [
  {
    title: inContext('panel', 'View'),
    ids: Object.keys(VIEW) as ActionId[],
    fixed: [
      { keys: t('Shift drag'), what: t('With the crosshair: turn the planes of the other panes') },
      { keys: 'Shift 1 to 9', what: t('Window presets') },
    ],
  },
  {
    title: t('Draw'),
    ids: Object.keys(DRAW) as ActionId[],
    fixed: [
      { keys: '1 to 9', what: t('Choose the segment') },
      { keys: 'Ctrl Home', what: t('Go to its middle') },
      { keys: 'Enter, Esc', what: t('While correcting by clicks or scribbling: accept, discard') },
      { keys: t('Alt drag'), what: t('While scribbling: the stroke says the other thing') },
    ],
  },
  {
    title: t('Compute'),
    ids: Object.keys(COMPUTE) as ActionId[],
    fixed: [{ keys: 'Enter, Esc', what: t('Apply, cancel the chosen one') }],
  },
  {
    title: t('Measure and comment'),
    ids: Object.keys(MEASURE) as ActionId[],
    fixed: [
      { keys: 'Ctrl Z, Ctrl Shift Z', what: t('Undo, redo') },
      { keys: 'Enter', what: t('While a comment is placed: on the whole slice') },
    ],
  },
  {
    title: t('Slices and time'),
    ids: Object.keys(SLICES) as ActionId[],
    fixed: [
      { keys: '↑ ↓', what: t('Previous, next slice') },
      { keys: 'Shift ↑ ↓', what: t('Ten slices') },
      { keys: '← →', what: t('While comparing: previous, next difference') },
    ],
  },
  {
    title: t('Layout'),
    ids: Object.keys(LAYOUT) as ActionId[],
    fixed: [
      { keys: 'Alt 1 to 9', what: t('Rows and columns') },
      { keys: 'Alt 0', what: t('Three planes') },
      { keys: 'Tab', what: t('Next pane') },
      { keys: 'Esc', what: t('Cancel a drag, close the topmost') },
      { keys: 'Ctrl Shift L', what: t('Lock now') },
    ],
  },
  {
    title: inContext('curve', 'Path'),
    ids: [],
    fixed: [
      { keys: '← → ↑ ↓', what: t('While drawing a path: move the crosshair. Shift: ten steps') },
      { keys: 'Page Up, Page Down', what: t('While drawing a path: previous, next slice') },
      { keys: 'Space', what: t('While drawing a path: a point at the crosshair') },
      { keys: 'Del, Shift Del', what: t('While drawing a path: delete the last point, the whole path') },
      { keys: 'Enter', what: t('While drawing a path: show the series along it') },
      { keys: '← →', what: t('Along a path: turn about it. Shift: 45°') },
    ],
  },
  { title: t('Task'), ids: Object.keys(TASK) as ActionId[], fixed: [{ keys: 'Ctrl Enter', what: t('Next case; finishes an annotation') }] },
  { title: t('Proposal of a model'), ids: Object.keys(PROPOSAL) as ActionId[], fixed: [] },
  {
    title: t('Segments in 3D'),
    ids: [],
    fixed: [
      { keys: '← → ↑ ↓', what: t('Turn them') },
      { keys: '+ −', what: t('Nearer, farther') },
      { keys: 'R', what: t('From the front again') },
      { keys: t('Click'), what: t('Crosshair on the surface') },
    ],
  },
];
