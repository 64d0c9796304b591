// A readable device name of a User-Agent header: "Firefox · Windows".
import Bowser from 'bowser';

/** Where bowser's name is longer than the one that people use. "Mozilla" says nothing. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  Mozilla: '',
};

/** The leading product token of a program: `python-httpx/0.27`. */
const PROGRAM = /^(?!Mozilla\/)([A-Za-z][\w.-]{1,39})\//;

/** Null when nothing is recognised; a program that is not a browser is shown by its own name. */
export const deviceName = (userAgent: string): string | null => {
  if (userAgent === '') return null;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const browserName = SHORT_NAMES[browser.name ?? ''] ?? browser.name ?? '';
  // An iPhone is better known than its system.
  const system = (os.name === 'iOS' ? platform.model : os.name) ?? '';
  const known = [browserName, system].filter((name) => name !== '');
  return known.length > 0 ? known.join(' · ') : (PROGRAM.exec(userAgent)?.[1] ?? null);
};
