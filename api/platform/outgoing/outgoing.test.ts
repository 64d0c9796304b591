// Requests to addresses that people enter reach public addresses only, whatever the address looks
// like.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutgoing } from './post.ts';
import { isPublicAddress } from './public-address.ts';

describe('an address is public', () => {
  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::5'])(
    '%s is a public address',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  test.each([
    '127.0.0.1',
    '127.8.9.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'localhost',
    '',
  ])('"%s" is no public address', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('a request', () => {
  const requests: IncomingMessage[] = [];
  let answer = 204;
  const server = createServer((request, response) => {
    requests.push(request);
    if (answer === 0) return;
    response.writeHead(answer, { location: 'http://127.0.0.1/' }).end('ok');
  });
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => void server.close());

  test.each([
    'http://example.com/',
    'ftp://example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://name:secret@example.com/',
    'https://intranet/',
    'no address',
  ])('an outgoing request to %s is refused before it is sent', async (url) => {
    const outgoing = createOutgoing('');
    expect(outgoing.allows(url)).toBe(false);
    expect(await outgoing.post(url, {}, '{}')).toEqual({ problem: 'refused' });
  });

  test.each([
    ['a private address', ['127.0.0.1']],
    ['a private address beside a public one', ['93.184.216.34', '10.0.0.1']],
    ['no address', []],
  ])(
    'an outgoing request to a name with %s is refused when the name is looked up',
    async (_, addresses) => {
      const looked: string[] = [];
      const outgoing = createOutgoing('', {
        resolve: (hostname, done) => {
          looked.push(hostname);
          done(
            null,
            addresses.map((address) => ({ address, family: 4 })),
          );
        },
      });
      const url = `https://hooks.example.com:${port}/`;
      expect(outgoing.allows(url)).toBe(true);
      expect(await outgoing.post(url, {}, '{}')).toEqual({ problem: 'refused' });
      expect(looked).toEqual(['hooks.example.com']);
      expect(requests).toHaveLength(0);
    },
  );

  test('an outgoing request to an exempt origin arrives, and its redirect is not followed', async () => {
    const outgoing = createOutgoing(`https://other.example, http://127.0.0.1:${port}`);
    answer = 302;
    const url = `http://127.0.0.1:${port}/hook`;
    expect(await outgoing.post(url, { 'x-test': '1' }, '{"a":1}')).toEqual({ status: 302 });
    expect(requests.map(({ method, url: path, headers }) => [method, path, headers['x-test']]))
      // One request only: the redirect leads to port 80 of this machine.
      .toEqual([['POST', '/hook', '1']]);
  });

  test('an outgoing request ends after its time without an answer, and at once without a listener', async () => {
    answer = 0;
    const silent = createOutgoing(`http://127.0.0.1:${port}`, { timeoutMs: 200 });
    expect(await silent.post(`http://127.0.0.1:${port}/`, {}, '{}')).toEqual({
      problem: 'timeout',
    });
    const absent = createOutgoing('http://127.0.0.1:1', { timeoutMs: 60_000 });
    expect(await absent.post('http://127.0.0.1:1/', {}, '{}')).toEqual({
      problem: 'unreachable',
    });
  });
});
