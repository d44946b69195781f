import {
  createTheme,
  localStorageColorSchemeManager,
  mergeThemeOverrides,
  type CSSVariablesResolver,
  type MantineThemeOverride,
} from '@mantine/core';
import { t } from '#language/t.ts';
import values from './theme.json' with { type: 'json' };

type Scheme = 'dark' | 'light';

/** Their button is a cross without words. */
const CLOSE = { closeButtonProps: { 'aria-label': t('Close') } };

const NOTHING_FOUND = { nothingFoundMessage: t('No elements found.') };

/** The design as data (theme.json); this file passes it to Mantine and sets defaults of behaviour. */
export const theme: MantineThemeOverride = mergeThemeOverrides(
  createTheme(values as unknown as MantineThemeOverride),
  createTheme({
    components: {
      // Popovers are placed in the main landmark of the page, like their controls, for users who navigate by landmarks. While the window is
      // resized, a control may be out of sight for a moment: a popover that is hidden meanwhile would lose the focus.
      Popover: { defaultProps: { portalProps: { target: '#content' }, hideDetached: false } },
      Tooltip: { defaultProps: { portalProps: { target: '#content' } } },
      // The focus goes to the first item; Mantine's placeholder is not an allowed child of a menu (WAI-ARIA).
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      // Leaves space for a toast above the dialog. It only fades in: a button that moves under the pointer during a click is not pressed.
      Modal: {
        defaultProps: { ...CLOSE, yOffset: 'calc(min(4.5rem, 10dvh))', transitionProps: { transition: 'fade', duration: 140 } },
      },
      Drawer: { defaultProps: CLOSE },
      Notification: { defaultProps: CLOSE },
      // Escape in a menu without items closes the menu, and not the panel that contains it.
      MenuDropdown: { defaultProps: { 'data-mantine-stop-propagation': true } },
      // The list itself scrolls with the keys of its field; an inner box would be an additional tab stop.
      Select: {
        defaultProps: { ...NOTHING_FOUND, withScrollArea: false },
        styles: { options: { maxHeight: '13.75rem', overflowY: 'auto' } },
      },
      MultiSelect: { defaultProps: NOTHING_FOUND },
    },
  }),
);

/** public/color-scheme.js reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'lightship.color-scheme' });

/**
 * Surfaces and tones as `--ls-*`, and the shades that Mantine would choose badly: it derives outline and text colours from `primaryShade`,
 * which misses the contrast targets on dark surfaces (design.md §3).
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
