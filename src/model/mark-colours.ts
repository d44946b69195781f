/** Colours of people and teams by name, from hue to hue: distinguishable on dark and light backgrounds. */
const COLOURS = {
  Blue: '#3E7CB1',
  Teal: '#3A9B9B',
  Green: '#4F9D69',
  Olive: '#7A8F3C',
  Ochre: '#B08D2F',
  Rust: '#B4654A',
  Rose: '#B5577F',
  Plum: '#A0627E',
  Violet: '#8E6BBF',
  Slate: '#6B7FA3',
} as const;

export const NAMED_MARK_COLOURS = Object.entries(COLOURS).map(([name, value]) => ({ name, value }));

/** The order is fixed: the same name has the same colour on every server. */
export const MARK_COLOURS = [
  ...[COLOURS.Blue, COLOURS.Green, COLOURS.Rust, COLOURS.Violet, COLOURS.Ochre],
  ...[COLOURS.Teal, COLOURS.Rose, COLOURS.Slate, COLOURS.Olive, COLOURS.Plum],
] as const;
