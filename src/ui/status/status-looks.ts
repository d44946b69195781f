import {
  IconAlertOctagon,
  IconArrowBackUp,
  IconArrowBarUp,
  IconBan,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconDeviceLaptop,
  IconFileSearch,
  IconHourglassLow,
  IconMessageCheck,
  IconMessageQuestion,
  IconMinus,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlugOff,
  IconProgress,
  IconServer2,
  IconShieldCheck,
  IconTransform,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react';

/** What the user has to do: nothing, wait, nothing because it is verified, act, or handle a failure (design.md §1.2). */
export type Tone = 'still' | 'moving' | 'sure' | 'you' | 'broken';

/** The five steps of the passage: device, sent, server, verified, converted. */
export type PassageMark = 'empty' | 'still' | 'done' | 'moving' | 'half' | 'broken';

interface StatusLook {
  icon: Icon;
  tone: Tone;
  passage: readonly [PassageMark, PassageMark, PassageMark, PassageMark, PassageMark];
}

/** One word, one icon, one tone, one place (design.md §5). No other widget prints a status. */
export const STATUS_LOOKS = {
  reading: { icon: IconFileSearch, tone: 'moving', passage: ['empty', 'empty', 'empty', 'empty', 'empty'] },
  'on this device': { icon: IconDeviceLaptop, tone: 'still', passage: ['still', 'empty', 'empty', 'empty', 'empty'] },
  queued: { icon: IconClock, tone: 'still', passage: ['still', 'empty', 'empty', 'empty', 'empty'] },
  sending: { icon: IconArrowBarUp, tone: 'moving', passage: ['done', 'half', 'empty', 'empty', 'empty'] },
  'on server': { icon: IconServer2, tone: 'moving', passage: ['done', 'done', 'moving', 'empty', 'empty'] },
  verified: { icon: IconShieldCheck, tone: 'sure', passage: ['done', 'done', 'done', 'done', 'empty'] },
  converting: { icon: IconTransform, tone: 'moving', passage: ['done', 'done', 'done', 'done', 'half'] },
  converted: { icon: IconCircleCheck, tone: 'sure', passage: ['done', 'done', 'done', 'done', 'done'] },
  failed: { icon: IconAlertOctagon, tone: 'broken', passage: ['done', 'broken', 'empty', 'empty', 'empty'] },
  skipped: { icon: IconMinus, tone: 'still', passage: ['empty', 'empty', 'empty', 'empty', 'empty'] },
} as const satisfies Record<string, StatusLook>;

export type StatusWord = keyof typeof STATUS_LOOKS;

/** The state of work that waits for a person (design.md §18). */
export const WORK_LOOKS = {
  'not started': { icon: IconCircleDashed, tone: 'still' },
  unassigned: { icon: IconUserQuestion, tone: 'you' },
  started: { icon: IconProgress, tone: 'moving' },
  'in review': { icon: IconMessageCheck, tone: 'moving' },
  'sent back': { icon: IconArrowBackUp, tone: 'you' },
  'asked you': { icon: IconMessageQuestion, tone: 'you' },
  done: { icon: IconCircleCheck, tone: 'sure' },
  running: { icon: IconProgress, tone: 'moving' },
  working: { icon: IconProgress, tone: 'moving' },
  'loading images': { icon: IconProgress, tone: 'moving' },
  idle: { icon: IconCircleDashed, tone: 'still' },
  'waits for a person': { icon: IconUserQuestion, tone: 'you' },
  'waits for data': { icon: IconHourglassLow, tone: 'still' },
  paused: { icon: IconPlayerPause, tone: 'you' },
  stopped: { icon: IconPlayerStop, tone: 'still' },
  lost: { icon: IconPlugOff, tone: 'broken' },
  draining: { icon: IconHourglassLow, tone: 'you' },
  revoked: { icon: IconBan, tone: 'still' },
  withdrawn: { icon: IconBan, tone: 'still' },
  promoted: { icon: IconPlayerPlay, tone: 'sure' },
  cancelled: { icon: IconBan, tone: 'still' },
} as const satisfies Record<string, { icon: Icon; tone: Tone }>;

export type WorkWord = keyof typeof WORK_LOOKS;
