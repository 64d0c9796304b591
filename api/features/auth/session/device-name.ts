// A readable device name of a User-Agent header: "Firefox · Windows".

/** The first match wins: browsers also name the browsers that they derive from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(?:e|ium)\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

const named = (table: typeof BROWSERS, userAgent: string): string | undefined =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1];

/** The leading product token of a program: `python-httpx/0.27`. */
const PROGRAM = /^(?!Mozilla\/)([A-Za-z][\w.-]{1,39})\//;

/** Null when nothing is recognised; a program that is not a browser is shown by its own name. */
export const deviceName = (userAgent: string): string | null => {
  const known = [named(BROWSERS, userAgent), named(SYSTEMS, userAgent)].filter(
    (name) => name !== undefined,
  );
  return known.length > 0 ? known.join(' · ') : (PROGRAM.exec(userAgent)?.[1] ?? null);
};
