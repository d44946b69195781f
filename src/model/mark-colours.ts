import { t } from '#language/t.ts';

/** Colours of people and teams, from hue to hue: distinguishable on dark and light backgrounds. */
export const COLOURS = {
  Blue: { name: t('Blue'), value: '#3E7CB1' },
  Teal: { name: t('Teal'), value: '#3A9B9B' },
  Green: { name: t('Green'), value: '#4F9D69' },
  Olive: { name: t('Olive'), value: '#7A8F3C' },
  Ochre: { name: t('Ochre'), value: '#B08D2F' },
  Rust: { name: t('Rust'), value: '#B4654A' },
  Rose: { name: t('Rose'), value: '#B5577F' },
  Plum: { name: t('Plum'), value: '#A0627E' },
  Violet: { name: t('Violet'), value: '#8E6BBF' },
  Slate: { name: t('Slate'), value: '#6B7FA3' },
} as const;

export const NAMED_MARK_COLOURS = Object.values(COLOURS);

/** The order is fixed: the same name has the same colour on every server. */
export const MARK_COLOURS = [
  ...[COLOURS.Blue.value, COLOURS.Green.value, COLOURS.Rust.value, COLOURS.Violet.value, COLOURS.Ochre.value],
  ...[COLOURS.Teal.value, COLOURS.Rose.value, COLOURS.Slate.value, COLOURS.Olive.value, COLOURS.Plum.value],
] as const;
