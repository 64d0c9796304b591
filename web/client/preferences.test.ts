// Choices kept in cookies: what is read, what is refused.
import { expect, test } from 'vitest';
import { chosenPreferences, preferenceCookie, readCookie, readPreferences } from './preferences.ts';

test('chosen preferences are read back from the cookies', () => {
  expect(
    readPreferences('a=b; locale=en; theme=light; adult=1; cookies=essential; confirmLater=1'),
  ).toEqual({
    locale: 'en',
    theme: 'light',
    adult: true,
    cookies: 'essential',
    confirmLater: true,
  });
});

test.each([null, '', 'locale=xx; theme=pink; adult=yes; cookies=some'])(
  'preferences with %s are as at the first visit',
  (cookies) => {
    expect(readPreferences(cookies)).toEqual({
      locale: 'pt',
      theme: 'dark',
      adult: false,
      cookies: null,
      confirmLater: false,
    });
  },
);

test('a cookie whose name ends like a preference is ignored', () => {
  expect(readCookie('xlocale=en', 'locale')).toBeUndefined();
  expect(readCookie('x=1;locale=es', 'locale')).toBe('es');
});

test('only known preferences with known values are stored', () => {
  const form = new Map([
    ['locale', 'es'],
    ['theme', 'pink'],
    ['admin', '1'],
    ['adult', '1'],
  ]);
  expect(chosenPreferences(form)).toEqual({ locale: 'es', adult: '1' });
});

test('a preference cookie lasts a year and is secure under https', () => {
  expect(preferenceCookie('theme', 'light', false)).toBe(
    'theme=light; Path=/; Max-Age=31536000; SameSite=Lax',
  );
  expect(preferenceCookie('theme', 'light', true)).toMatch(/; Secure$/);
});
