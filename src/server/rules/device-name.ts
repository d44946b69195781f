/** The first that is named wins: Edge also says that it is Chrome, and Chrome that it is Safari. */
const BROWSERS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** "Firefox on Windows", from what a browser says of itself: words of ours, so that nothing that was sent is shown. Empty where it is not known. */
export function deviceName(userAgent: string | undefined): string {
  const named = (list: readonly (readonly [RegExp, string])[]) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  return [named(BROWSERS), named(SYSTEMS)].filter((name) => name !== undefined).join(' on ');
}
