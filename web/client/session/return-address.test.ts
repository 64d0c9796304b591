// The page that was asked for before logging in: named in the address, limited to this site, and
// given up by closing the dialog.
import { expect, test } from 'vitest';
import {
  afterLogIn,
  joinAddress,
  joinReason,
  logInFor,
  proveAgeFor,
  returnAddress,
  safePath,
  withoutDialog,
  withReturn,
} from './return-address.ts';

const at = (address: string) => {
  const { pathname, search } = new URL(address, 'http://camarim.test');
  return { pathname, search };
};

test('logging in leads back to the page asked for, its query included', () => {
  expect(afterLogIn(at(logInFor('/search?text=praia&sort=new')))).toBe(
    '/search?text=praia&sort=new',
  );
  expect(afterLogIn(at('/irisveludo?dialog=login&tab=gallery'))).toBe('/irisveludo?tab=gallery');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'mailto:someone@evil.example',
  '',
])('%j leads to no other site', (address) => {
  expect(safePath(address)).toBe('/');
  expect(returnAddress(`?returnTo=${encodeURIComponent(address)}`)).toBe('/');
});

test('the addresses of the dialogs carry the page to return to, of this site only', () => {
  expect(withReturn('/?dialog=login', '?returnTo=%2Fwallet&x=1')).toBe(
    '/?dialog=login&returnTo=%2Fwallet',
  );
  expect(withReturn('/?dialog=login', '?returnTo=%2F%2Fevil.example')).toBe(
    '/?dialog=login&returnTo=%2F',
  );
  expect(withReturn('/?dialog=login', '')).toBe('/?dialog=login');
  expect(withReturn('/account/forgot', '?returnTo=%2Fwallet')).toBe('/account/forgot');
});

test('an address without a return address adds none', () =>
  expect(returnAddress('?dialog=login')).toBeNull());

test('closing the log-in dialog drops the return address and keeps the rest of the query', () => {
  expect(withoutDialog('?dialog=login&returnTo=%2Fwallet&explore=')).toBe('?explore=');
  expect(withoutDialog('?dialog=register')).toBe('');
});

test('the age page keeps the return address and the open dialog', () => {
  expect(proveAgeFor('/account/age', logInFor('/wallet'))).toBe(
    '/account/age?dialog=login&returnTo=%2Fwallet',
  );
  expect(proveAgeFor('/account/age', '/irisveludo')).toBe('/account/age?returnTo=%2Firisveludo');
  expect(proveAgeFor('/account/age', '/')).toBe('/account/age');
  expect(proveAgeFor('/account/age', '//evil.example')).toBe('/account/age');
});

test('registration says its reason and leads to the page that was wanted, by the last press only', () => {
  const search = joinAddress('?tab=about&dialog=login&for=like&returnTo=%2Fwallet', {
    reason: 'publish',
    page: '/account/request',
  });
  expect(search).toBe('?tab=about&dialog=register&for=publish&returnTo=%2Faccount%2Frequest');
  expect(joinReason(search)).toBe('publish');
  expect(afterLogIn({ pathname: '/', search })).toBe('/account/request');
});

test('registration without a page leads back to where it opened, without the dialog and its reason', () => {
  const search = joinAddress('?tab=about', { reason: 'unlock' });
  expect(afterLogIn({ pathname: '/irisveludo', search })).toBe('/irisveludo?tab=about');
  expect(withoutDialog(search)).toBe('?tab=about');
});

test('an unknown reason counts as no reason', () => {
  expect(joinReason('?for=%3Cb%3Efree%20money')).toBeNull();
  expect(joinReason('?dialog=login')).toBeNull();
});

test('the age page keeps the reason of the dialog', () => {
  const opened = `/irisveludo${joinAddress('', { reason: 'unlock' })}`;
  expect(proveAgeFor('/account/age', opened)).toBe(
    '/account/age?dialog=register&for=unlock&returnTo=%2Firisveludo',
  );
});
