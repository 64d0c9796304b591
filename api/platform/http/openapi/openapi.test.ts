// The OpenAPI document is for developers; production serves it only when the operator enables it.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { testApp } from '../../../testing/app.ts';

const PRODUCTION = {
  CAMARIM_ENV: 'production',
  CAMARIM_PUBLIC_URL: 'https://camarim.example',
  DATA_KEY: 'a key of the test, of 32 characters or more',
};

test.each([
  ['a local installation offers it', {}, 200],
  ['production does not offer it', PRODUCTION, 404],
  ['production offers it when API_DOCS is true', { ...PRODUCTION, API_DOCS: 'true' }, 200],
  ['a local installation does not offer it when API_DOCS is false', { API_DOCS: 'false' }, 404],
])('the API reference: %s', async (_title, settings, status) => {
  const { server } = await testApp({ settings });
  const statuses = await Promise.all(
    ['/api/openapi.json', '/api/docs/'].map(async (url) => (await server.inject(url)).statusCode),
  );
  expect(statuses).toEqual([status, status]);
});

test('the API reference shows each call with its parameters, body and replies, and runs no script', async () => {
  const { server } = await testApp();
  const overview = await server.inject('/api/docs');
  expect((await server.inject('/api/docs/')).body).toBe(overview.body);
  expect(overview.headers['content-security-policy']).not.toMatch(/script|unsafe/);
  const links = [...overview.body.matchAll(/href="(\/api\/docs\/([\w-]+))#([^"]+)"/g)];
  const parts = new Map(links.map(([, path = '', part = '']) => [part, path]));
  for (const [part, path] of [...parts, ['schemas', '/api/docs/schemas'] as const]) {
    const page = await server.inject(path);
    expect([part, page.statusCode, page.headers['content-security-policy']]).toEqual([
      part,
      200,
      overview.headers['content-security-policy'],
    ]);
    const ids = links.filter(([, , of]) => of === part).map(([, , , id]) => `<section id="${id}">`);
    expect(ids.filter((id) => !page.body.includes(id))).toEqual([]);
    expect(page.body).not.toMatch(/<script|undefined|\[object|style="/);
  }
  const { paths } = (await server.inject('/api/openapi.json')).json<{ paths: object }>();
  expect(links).toHaveLength(Object.values(paths).flatMap((calls) => Object.keys(calls)).length);
  expect((await server.inject('/api/docs/nothing')).statusCode).toBe(404);
});

test('the API reference says what a property is, where it is required and what limits it', async () => {
  const { server } = await testApp();
  const { body } = await server.inject('/api/docs/auth');
  const [section = ''] = /<section id="auth\.register">.*?<\/section>/s.exec(body) ?? [];
  expect(section).toContain('<code>/api/auth/register</code>');
  expect(section).toContain('<code>x-origin</code>: <code>&#34;CAM&#34;</code>');
  expect(section).toMatch(
    /<code>name<\/code>: string <span class="soft">\(1 or more characters, at most \d+ characters\)/,
  );
  expect(section).toContain('<code>emailConfirm</code>: string <span class="soft">(optional;');
  expect(section).toContain('<a href="/api/docs/schemas#Session">Session</a>');
  expect(section).toContain('&#34;username&#34;: &#34;davi&#34;');
  expect((await server.inject('/api/docs/schemas')).body).toContain('<section id="Session">');
});

test('the API reference shows each call as a command that a shell reads as curl would get it', async () => {
  const { server } = await testApp();
  const { body } = await server.inject('/api/docs/funds');
  const commands = [...body.matchAll(/<pre>(curl .*?)<\/pre>/gs)].map(([, text = '']) =>
    text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
  );
  expect(commands).toHaveLength([...body.matchAll(/<section id="funds/g)].length);
  const tip = commands.find((command) => command.includes('/api/funds/tips')) ?? '';
  const args = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${tip}`], {
    encoding: 'utf8',
  }).trim();
  expect(args.split('\n')).toEqual([
    '-X',
    'POST',
    expect.stringMatching(/^http:.*\/api\/funds\/tips$/),
    '-H',
    'authorization: Bearer TOKEN',
    '-H',
    'x-origin: CAM',
    '-H',
    'idempotency-key: NEW-KEY',
    '-H',
    'content-type: application/json',
    '-d',
    expect.stringMatching(/^\{"toProfileId":.*"value":/),
  ]);
});

test('the command of a call names the query parameters that the call requires', async () => {
  const { server } = await testApp();
  const commandsOf = async (part: string): Promise<string> =>
    (await server.inject(`/api/docs/${part}`)).body.replaceAll('&#38;', '&');
  expect(await commandsOf('posts')).toContain('/api/posts/calendar?from=FROM&until=UNTIL');
  expect(await commandsOf('lives')).toContain('/restrictions/PROFILEID?kind=mute');
});
