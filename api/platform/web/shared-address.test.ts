// Addresses that differ only in what no page reads are one page; the list of what is read is the
// pages' own.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGE_PARAMETERS, sharedAddress } from './shared-address.ts';

test.each([
  ['/', '/'],
  ['/?utm_source=x', '/'],
  ['/?junk=1&junk=2&tab=about', '/?tab=about'],
  ['/iris?tab=about&explore=1', '/iris?explore=1&tab=about'],
  ['/?explore=1&tab=about', '/?explore=1&tab=about'],
  ['/?q=a%20b', '/?q=a+b'],
  ['/account/terms.data?_routes=root&x=1', '/account/terms.data?_routes=root'],
  ['/?', '/'],
])('%s is rendered as %s', (address, rendered) => expect(sharedAddress(address)).toBe(rendered));

test('every parameter that a page reads is in the list', () => {
  const web = join(import.meta.dirname, '../../../web');
  const read = globSync('{features,app,client,ui}/**/*.{ts,tsx}', { cwd: web })
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      [
        ...readFileSync(join(web, file), 'utf8').matchAll(
          /(?:const PARAMETER = |(?:[sS]earchParams\([^()]*\)|[sS]earchParams|search|params)\.get\()'(\w+)'/g,
        ),
      ].map(([, name]) => name),
    );
  expect(read.length).toBeGreaterThan(10);
  expect(read.filter((name) => !PAGE_PARAMETERS.includes(name ?? ''))).toEqual([]);
});
