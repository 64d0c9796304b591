// No profile may stand where the site has something of its own.
import { routes } from '@camarim/contract';
import { domainName } from '@camarim/contract/features/auth';
import { expect, test } from 'vitest';
import { isReservedName } from './reserved-names.ts';

test('the first word of every page of the specification is reserved', () => {
  const pages =
    '/bank /chats /earnings /help /live /options /posts /wallet /account/forgot /settings/edit-profile /dsb/producer';
  expect(
    pages
      .split(' ')
      .map((page) => page.split('/')[1] ?? '')
      .filter((word) => !isReservedName(word)),
  ).toEqual([]);
});

test('the first word of every call is reserved', () => {
  const words = new Set(Object.keys(routes).map((key) => key.split('/')[1] ?? ''));
  expect([...words].filter((word) => !isReservedName(word))).toEqual([]);
});

test.each([
  'api',
  'realtime',
  'healthz',
  'readyz',
  'assets',
  'media',
  'admin',
  'suporte',
  'camarim',
  'favicon.ico',
  'robots.txt',
  'ana.data',
  'ana.php',
])('%s is reserved', (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each(['ana', 'lia.solar', 'noa-mare', 'postsdaana', 'ana.datas', 'vida_livre'])(
  '%s is free',
  (name) => {
    expect(isReservedName(name)).toBe(false);
  },
);

test.each(['Ana', '  lia.solar '])('a name is read without case and spaces: %s', (name) => {
  expect(domainName.parse(name)).toBe(name.trim().toLowerCase());
});

test.each([
  'an',
  'a'.repeat(31),
  '.ana',
  'ana-',
  'a na',
  'ána',
  'ana@lia',
  '../ana',
  'ana/lia',
  '%2e',
])('"%s" is no name', (name) => {
  expect(domainName.safeParse(name).success).toBe(false);
});
