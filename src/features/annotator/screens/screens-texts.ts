import { inContext, t } from '#language/t.ts';

export const WINDOW_TEXTS = {
  open: t('Open a second window'),
  openWhy: t('the same study with a layout of its own; both follow each other'),
  notInRead: t('not in a read of a campaign, whose time would count twice'),
  again: t('The browser has opened no window. Press the button again.'),
} as const;

export const DIM_TEXTS = {
  display: t('Display'),
  dim: t('Dim the page'),
  steps: [inContext('dim', 'Off'), '1', '2', '3'],
  note: t('Everything but the images is darker until the pointer or the focus is there.'),
  darkNote: t('Text is hard to read until the pointer or the focus is there: its contrast is below WCAG AA.'),
} as const;

export const CHECK_TEXTS = {
  title: t('Check of the display'),
  never: t('The display was never checked on this device.'),
  last: (date: string) => t('The display was last checked on {date}.', { date }),
  due: t('A check of the display is due. It was never checked on this device.'),
  dueSince: (date: string) => t('A check of the display is due. The last one was on {date}.', { date }),
  open: t('Test picture'),
  putOff: t('Not today'),
  remind: t('Remind of a check'),
  remindNever: inContext('reminder', 'Never'),
  picture: t('Test picture: 18 grey steps, 5 % in black, 95 % in white, and fine lines'),
  questions: [
    t(
      'You can tell each of the 18 steps from the next one, and see both small squares within it; in the blackest and the whitest step, one.',
    ),
    t('You see the darker grey (5 %) in the black square, and the lighter grey (95 %) in the white one.'),
    t('Lines are separate in all four fields at the bottom, without colours or waves.'),
    t('A white line goes around the picture, grey has no tint, and nothing flickers or reflects.'),
  ],
  limits: t('This is a look, not a measurement: luminance and its calibration to the greyscale of DICOM need a meter.'),
  checked: t('Checked today'),
  close: t('Close'),
} as const;

export const everyText = (days: number): string => t('Every {days} days', { days });
