// The address under which a page is rendered is ours, whatever the request's first line says.
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { toWebRequest } from './page-request.ts';

const addressFor = (url: string): string =>
  toWebRequest(
    { method: 'GET', headers: { host: 'evil.example' } } as unknown as FastifyRequest,
    url,
    'https://camarim.example',
  ).url;

test.each([
  ['/', '/'],
  ['/posts/1?a=//b', '/posts/1?a=//b'],
  ['//', '/'],
  ['//[', '/['],
  ['//evil.example:99999/x', '/evil.example:99999/x'],
  ['//user@/x', '/user@/x'],
  ['/\\evil.example', '/evil.example'],
  ['http://evil.example/account/forgot?x=1', '/account/forgot?x=1'],
  ['http://evil.example', '/'],
  ['http://[/', '/'],
])('%s is a path of ours', (target, path) => {
  expect(addressFor(target)).toBe(`https://camarim.example${path}`);
});
