// No personal data gets into a log line.
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { createLogger, type LogOptions } from './log.ts';
import { LOGGED_TEXT_MAX } from './redact.ts';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

const listening = (options: Partial<LogOptions> = {}) => {
  const lines: string[] = [];
  const log = createLogger({
    level: 'debug',
    format: 'json',
    write: (line) => lines.push(line),
    ...options,
  });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> };
};

describe('a log line', () => {
  test('a log line is JSON with a level word, an ISO time, the message and its fields', () => {
    const { log, last } = listening();
    log.info({ postId: 'p1', count: 2 }, 'published');
    expect(last()).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      postId: 'p1',
      count: 2,
      msg: 'published',
    });
  });

  test('a log line is not written below the level', () => {
    const { log, lines } = listening({ level: 'warn' });
    log.info('quiet');
    expect(lines).toEqual([]);
  });

  test('a log line in the pretty format shows message, fields and the stack of an error', () => {
    const { log, lines } = listening({ format: 'pretty' });
    log.error({ err: new Error('no disk'), job: 'media' }, 'job failed');
    expect(lines[0]).toContain('job failed');
    expect(lines[0]).toContain('job=media');
    expect(lines[0]).toMatch(/Error: no disk\n\s+at /);
  });
});

describe('redaction', () => {
  test.each([
    'authorization',
    'cookie',
    'set-cookie',
    'password',
    'newPassword',
    'email',
    'address',
    'street',
    'document',
    'holder_document',
    'cpf',
    'token',
    'refreshToken',
    'refresh_token',
    'accessToken',
    'pixKey',
    'cvv',
    'birthDate',
    'phone',
    'celphone',
    'fullName',
    'remoteAddress',
  ])('the log hides the field %s at any depth', (field) => {
    const { log, lines } = listening();
    log.info({ [field]: 'S3cretValue', inner: { list: [{ [field]: { a: 'S3cretValue' } }] } }, 'x');
    expect(lines[0]).not.toContain('S3cretValue');
    expect(lines[0]?.match(/\[hidden\]/g)).toHaveLength(2);
  });

  test('the log keeps ids and counts, which its readers need', () => {
    const { log, last } = listening();
    log.info({ profileId: '0190-a', tokenCount: 3, durationMs: 12.5, at: new Date(0) });
    expect(last()).toMatchObject({
      profileId: '0190-a',
      tokenCount: 3,
      durationMs: 12.5,
      at: '1970-01-01T00:00:00.000Z',
    });
  });

  test.each([
    ['an email address', 'sent to ana.luz+1@example.com.br today', 'ana.luz'],
    ['a query string', 'GET https://s3.test/b/key?X-Amz-Signature=abc123 failed', 'abc123'],
    ['a query string of a path', 'fetch /api/posts?search=ana', 'search=ana'],
    ['a JSON Web Token', `token ${JWT} refused`, JWT.slice(0, 20)],
    ['a bearer token', 'sent Bearer abc.def-123', 'abc.def'],
    ['a CPF', 'cpf 123.456.789-09', '456.789'],
    [
      'a password in a connection string',
      'cannot reach postgres://app:hunter2@db:5432/x',
      'hunter2',
    ],
  ])('the log hides %s inside a message, an error and a field', (_what, sentence, secret) => {
    const { log, lines } = listening();
    log.warn(
      { reason: sentence, err: new Error(sentence, { cause: new Error(sentence) }) },
      sentence,
    );
    expect(lines[0]).not.toContain(secret);
    expect(lines[0]).toContain('[hidden]');
    expect(() => JSON.parse(lines[0] ?? '') as unknown).not.toThrow();
  });

  test('the log shows the message of a copied error, as the job queue emits it, and none of its data', () => {
    const { log, last } = listening();
    log.error({ err: { message: 'connection lost', code: '57P01', detail: 'of ana@example.com' } });
    expect(last()['err']).toEqual({ type: 'Error', message: 'connection lost', code: '57P01' });
  });

  test('the log keeps only name, code, message, stack and cause of an error', () => {
    const { log, last } = listening();
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: 'Key (document)=(52998224725) already exists.',
    });
    log.error({ err: error });
    expect(last()['err']).toEqual({
      type: 'Error',
      message: 'duplicate key',
      code: '23505',
      stack: expect.any(String),
    });
  });

  test('the log cuts a long text before it looks for what to hide, and says how long it was', () => {
    const hostile = '/'.repeat(5_000_000);
    const { log, lines, last } = listening();
    log.warn(
      {
        reason: hostile,
        list: [{ deep: hostile }],
        err: new Error(hostile, { cause: new Error(hostile) }),
      },
      hostile,
    );
    expect(lines[0]?.length).toBeLessThan(8 * LOGGED_TEXT_MAX);
    expect([last()['reason'], last()['msg']]).toEqual(Array(2).fill('[cut, 5000000 characters]'));
    log.warn({ reason: 'word '.repeat(1_000_000) });
    expect(last()['reason']).toBe(
      `${'word '.repeat(Math.floor(LOGGED_TEXT_MAX / 5))}[cut, 5000000 characters]`,
    );
  });

  test('the log leaves out a word that is cut, because half of an email address is not recognised', () => {
    const { log, lines } = listening();
    const filled = 'x '.repeat(LOGGED_TEXT_MAX / 2 - 4);
    log.warn(
      { reason: `${filled}ana.luz@example.com and more` },
      `${filled}ana.luz@example.com and more`,
    );
    expect(lines[0]).toContain('[cut, ');
    expect(lines[0]).not.toContain('ana');
  });

  test('the log survives a cycle', () => {
    const { log, lines } = listening();
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    log.info({ cycle });
    expect(lines[0]).toContain('[deep]');
  });

  test('the log holds for the lines that Fastify writes about a request', async () => {
    const { log, lines } = listening();
    const app = Fastify({ loggerInstance: log, genReqId: () => 'req-1' });
    app.get('/api/things', () => ({}));
    await app.inject({
      url: '/api/things?email=ana@example.com&token=zzz',
      headers: { authorization: `Bearer ${JWT}`, cookie: `token=${JWT}` },
    });
    const [incoming, completed] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(incoming).toMatchObject({ reqId: 'req-1', req: { method: 'GET', path: '/api/things' } });
    expect(completed).toMatchObject({ reqId: 'req-1', res: { statusCode: 200 } });
    expect(lines.join('')).not.toMatch(/ana@|zzz|eyJ|127\.0\.0\.1/);
  });
});
