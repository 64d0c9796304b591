// Domain names that would collide with paths of the site are reserved.
import { routes } from '@camarim/contract';
import { domainName } from '@camarim/contract/features/auth';
import { expect, test } from 'vitest';
import { isReservedName } from './reserved-names.ts';

test('the first path segment of every page of the specification is a reserved name', () => {
  const pages =
    '/bank /chats /earnings /help /live /options /posts /wallet /account/forgot /settings/edit-profile /dsb/producer';
  expect(
    pages
      .split(' ')
      .map((page) => page.split('/')[1] ?? '')
      .filter((word) => !isReservedName(word)),
  ).toEqual([]);
});

test('the first path segment of every route is a reserved name', () => {
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
  'broadcasts',
  'contacts',
  'favicon.ico',
  'robots.txt',
  'ana.data',
  'ana.php',
])('the name "%s" is reserved', (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each(['ana', 'lia.solar', 'noa-mare', 'postsdaana', 'ana.datas', 'vida_livre'])(
  'the name "%s" is not reserved',
  (name) => {
    expect(isReservedName(name)).toBe(false);
  },
);

test.each(['Ana', '  lia.solar '])(
  'a domain name is normalised to lower case without spaces: %s',
  (name) => {
    expect(domainName.parse(name)).toBe(name.trim().toLowerCase());
  },
);

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
])('"%s" is not a valid domain name', (name) => {
  expect(domainName.safeParse(name).success).toBe(false);
});
