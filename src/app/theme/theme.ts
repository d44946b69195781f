import { createTheme, localStorageColorSchemeManager, type CSSVariablesResolver, type MantineThemeOverride } from '@mantine/core';
import values from './theme.json' with { type: 'json' };

type Scheme = 'dark' | 'light';

/** The design as data (theme.json); this file only hands it to Mantine. */
export const theme: MantineThemeOverride = createTheme(values as unknown as MantineThemeOverride);

/** public/color-scheme.js reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'lightship.color-scheme' });

/**
 * Surfaces and tones as `--ls-*`, and the shades that Mantine would pick wrong: it takes outline and text colours from `primaryShade`, which
 * misses the contrast targets on dark surfaces (design.md §3).
 */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: Object.fromEntries(Object.entries(values.other.motion).map(([name, value]) => [`--ls-motion-${name}`, value])),
  dark: schemeVariables('dark'),
  light: schemeVariables('light'),
});

function schemeVariables(scheme: Scheme): Record<string, string> {
  const { surfaces, tones, cssVariables } = values.other;
  return { ...cssVariables[scheme], ...prefixed('--ls-', surfaces[scheme]), ...prefixed('--ls-tone-', tones[scheme]) };
}

function prefixed(prefix: string, entries: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([name, value]) => [`${prefix}${camelToKebab(name)}`, value]));
}

function camelToKebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
