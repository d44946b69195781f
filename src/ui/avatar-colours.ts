/**
 * Colours of an avatar: the chosen one, lightened to a quiet background in both themes, and ink or white for the letter, whichever has more
 * contrast: above 4.5 to 1 on every colour that the server assigns, above 4.2 on any other.
 */
export function avatarColours(color: string): { ground: string; letter: string } {
  const ground = channelsOf(color).map((channel) => channel + (255 - channel) * LIGHTENED) as Channels;
  const letter = contrast(ground, INK) >= contrast(ground, WHITE) ? INK : WHITE;
  return { ground: toHex(ground), letter: toHex(letter) };
}

type Channels = [red: number, green: number, blue: number];

const LIGHTENED = 0.35;
const INK: Channels = [0x14, 0x18, 0x1b];
const WHITE: Channels = [255, 255, 255];

function channelsOf(color: string): Channels {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16)) as Channels;
}

function toHex(channels: Channels): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** WCAG 2.2, contrast ratio. */
export function contrast(one: Channels, other: Channels): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(channels: Channels): number {
  const [red, green, blue] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
