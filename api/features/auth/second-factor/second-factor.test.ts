// Codes, recovery codes, the second step of logging in, step-up, and administrators. Passkeys are
// in e2e, with a real authenticator.
import { MINUTE_MS } from '@camarim/contract/time';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createApiClient, solveCaptcha } from '../../../api-client.ts';
import { TEST_PASSWORD, testApp } from '../../../testing/app.ts';
import type { TestApp } from '../../../testing/app.ts';
import { setStaffRole } from '../staff-role.ts';

const STEP_MS = 30_000;
const PROOF_MS = 10 * MINUTE_MS;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const codeNow = (secret: string, world = app) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: world.clock.now().getTime(),
  });
const outcome = ({ status, reply }: { status: number; reply: { code?: string } }) => [
  status,
  reply.code,
];
const logIn = async (username: string, world = app) =>
  world.visitor.ask('POST /auth', {
    body: { username, password: TEST_PASSWORD, recapcha: await solveCaptcha(world.visitor) },
  });

/** Activates TOTP; the next code is of another time step. */
const enrol = async (person: ApiClient, world = app) => {
  const { secret, uri } = await person.call('POST /auth/second-factor/totp');
  const { codes } = await person.call('PUT /auth/second-factor/totp', {
    body: { code: codeNow(secret, world) },
  });
  world.clock.advance(STEP_MS);
  return { secret, uri, codes };
};
const ticketOf = async (username: string, world = app) =>
  ((await logIn(username, world)).reply as unknown as { data: { ticket: string } }).data.ticket;
const finish = (ticket: string, code: string, world = app) =>
  world.visitor.ask('POST /auth/second-factor', { body: { ticket, code } });

describe('codes of an authenticator app', () => {
  test('codes of an authenticator app are required once one was confirmed, and the owner gets an email', async () => {
    const person = await app.join('alice');
    const { secret, uri } = await person.call('POST /auth/second-factor/totp');
    expect(uri).toMatch(/^otpauth:\/\/totp\/Camarim:alice\?issuer=Camarim&secret=/);
    expect((await logIn('alice')).status).toBe(200);
    expect(
      outcome(await person.ask('PUT /auth/second-factor/totp', { body: { code: '000000' } })),
    ).toEqual([400, 'secondFactor.wrong']);
    const { codes } = await person.call('PUT /auth/second-factor/totp', {
      body: { code: codeNow(secret) },
    });
    expect(new Set(codes).size).toBe(10);
    expect(await person.call('GET /auth/second-factor')).toEqual({
      totp: true,
      recoveryCodes: 10,
      passkeys: [],
      required: false,
    });
    expect(outcome(await person.ask('POST /auth/second-factor/totp'))).toEqual([
      409,
      'secondFactor.exists',
    ]);
    await app.runJobs();
    const emails = (await app.ctx.mail.inbox?.list(20)) ?? [];
    expect(
      emails.filter(({ to }) => to === 'alice@example.com').map(({ subject }) => subject),
    ).toContain('A verificação em duas etapas da sua conta mudou');
  });

  test('codes of an authenticator app have a sealed secret, and recovery codes are stored as hashes', async () => {
    const { secret, codes } = await enrol(await app.join('barbara'));
    const { rows } = await app.ctx.pool.query(
      "SELECT encode(sealed, 'escape') AS row FROM totp_secrets UNION ALL SELECT encode(code_hash, 'escape') FROM recovery_codes",
    );
    const stored = JSON.stringify(rows) + app.lines.join('\n');
    for (const text of [secret, ...codes]) expect(stored).not.toContain(text);
  });
});

describe('logging in with a second factor', () => {
  test('logging in with a second factor takes two steps, and the password alone opens no session', async () => {
    const { secret } = await enrol(await app.join('celia'));
    const first = await logIn('celia');
    expect(outcome(first)).toEqual([401, 'auth.secondFactorRequired']);
    expect(String(first.headers['set-cookie'])).toMatch(/^device=[^,]+$/);
    const { ticket, methods } = (
      first.reply as unknown as { data: { ticket: string; methods: string[] } }
    ).data;
    expect(methods).toEqual(['code']);
    const second = await finish(ticket, codeNow(secret));
    expect([second.status, second.reply.data.user.profile.domainName]).toEqual([200, 'celia']);
  });

  test('logging in with a second factor gives the same reply for a wrong password as without a second factor', async () => {
    await enrol(await app.join('debora'));
    const ask = async (username: string) =>
      app.visitor.ask('POST /auth', {
        body: { username, password: 'chute qualquer', recapcha: await solveCaptcha(app.visitor) },
      });
    expect(outcome(await ask('debora'))).toEqual([400, 'auth.invalidCredentials']);
    expect(outcome(await ask('davi'))).toEqual([400, 'auth.invalidCredentials']);
  });

  test('logging in with a second factor accepts a code once, and a ticket once', async () => {
    const { secret } = await enrol(await app.join('elisa'));
    const [one, two] = [await ticketOf('elisa'), await ticketOf('elisa')];
    const code = codeNow(secret);
    expect((await finish(one, code)).status).toBe(200);
    expect(outcome(await finish(two, code))).toEqual([400, 'secondFactor.wrong']);
    app.clock.advance(STEP_MS);
    expect(outcome(await finish(one, codeNow(secret)))).toEqual([400, 'token.invalid']);
  });

  test('logging in with a second factor accepts a code of the previous or next time step, but no older one', async () => {
    const { secret } = await enrol(await app.join('fatima'));
    app.clock.advance(STEP_MS * 5);
    const old = codeNow(secret);
    app.clock.advance(STEP_MS * 2);
    expect(outcome(await finish(await ticketOf('fatima'), old))).toEqual([
      400,
      'secondFactor.wrong',
    ]);
    const late = codeNow(secret);
    app.clock.advance(STEP_MS);
    expect((await finish(await ticketOf('fatima'), late)).status).toBe(200);
  });

  test('logging in with a second factor accepts each recovery code once, in any case and grouping', async () => {
    const { codes } = await enrol(await app.join('gilda'));
    const typed = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ');
    expect((await finish(await ticketOf('gilda'), typed)).status).toBe(200);
    expect(outcome(await finish(await ticketOf('gilda'), typed))).toEqual([
      400,
      'secondFactor.wrong',
    ]);
  });

  test('a second factor refuses a ticket that is expired, another person’s or for another purpose', async () => {
    const { secret } = await enrol(await app.join('heloisa'));
    const other = await enrol(await app.join('iracema'));
    expect(outcome(await finish(await ticketOf('heloisa'), codeNow(other.secret)))).toEqual([
      400,
      'secondFactor.wrong',
    ]);
    const ticket = await ticketOf('heloisa');
    app.clock.advance(600_000);
    expect(outcome(await finish(ticket, codeNow(secret)))).toEqual([400, 'token.invalid']);
    expect(outcome(await finish('bm9wZQ', '123456'))).toEqual([400, 'token.invalid']);
  });

  test('ten wrong second factors pause the log-in to one account, whichever tickets are used', async () => {
    await enrol(await app.join('joana'));
    const ticket = await ticketOf('joana');
    const statuses = [];
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push((await finish(ticket, String(100_000 + guess))).status);
    // The code that confirmed the app was the first of ten guesses.
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 400), 429, 429]);
  });
});

describe('step-up', () => {
  const change = (person: ApiClient) =>
    person.ask('PUT /auth/email', {
      body: { email: 'outra@example.com', password: TEST_PASSWORD },
    });

  test('a step-up by password is valid for ten minutes without a second factor', async () => {
    const person = await app.join('karina');
    app.clock.advance(PROOF_MS - 1);
    expect((await change(person)).status).toBe(200);
    app.clock.advance(1);
    expect(outcome(await change(person))).toEqual([403, 'stepUp.required']);
    expect(
      outcome(await person.ask('POST /auth/step-up', { body: { password: 'chute qualquer' } })),
    ).toEqual([400, 'validate.wrongPassword']);
    expect(outcome(await change(person))).toEqual([403, 'stepUp.required']);
    expect(
      (await person.ask('POST /auth/step-up', { body: { password: TEST_PASSWORD } })).status,
    ).toBe(200);
    expect((await change(person)).status).toBe(200);
  });

  test('a step-up by password is refused when the account has a second factor', async () => {
    const person = await app.join('lorena');
    const { secret } = await enrol(person);
    app.clock.advance(PROOF_MS);
    expect(
      outcome(await person.ask('POST /auth/step-up', { body: { password: TEST_PASSWORD } })),
    ).toEqual([400, 'secondFactor.wrong']);
    expect(await person.call('POST /auth/step-up/options')).toEqual({
      methods: ['code'],
      passkey: null,
    });
    expect(
      (await person.ask('POST /auth/step-up', { body: { code: codeNow(secret) } })).status,
    ).toBe(200);
    expect((await change(person)).status).toBe(200);
  });

  test('a step-up by an earlier password is void once the account has a second factor', async () => {
    const person = await app.join('marta');
    const old = (await logIn('marta')).reply.data;
    await enrol(person);
    expect(
      outcome(await change(createApiClient(app.server, { ...person, token: old.token }))),
    ).toEqual([403, 'stepUp.required']);
  });

  test.each([
    'POST /auth/second-factor/totp',
    'DELETE /auth/second-factor/totp',
    'POST /auth/second-factor/recovery-codes',
    'POST /auth/passkeys/options',
  ] as const)('a step-up is required by %s', async (key) => {
    const person = await app.join(`passo${key.length}`);
    app.clock.advance(PROOF_MS);
    expect(outcome(await person.ask(key))).toEqual([403, 'stepUp.required']);
  });
});

describe('a passkey', () => {
  const ANSWER = {
    id: 'x',
    rawId: 'x',
    type: 'public-key',
    response: { clientDataJSON: 'e30', attestationObject: 'oA' },
    clientExtensionResults: {},
  };

  test('a passkey is refused when its response does not match the challenge', async () => {
    const person = await app.join('noemia');
    const { ticket, options } = await person.call('POST /auth/passkeys/options');
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Camarim' },
      user: { name: 'noemia' },
      attestation: 'none',
    });
    expect(
      outcome(
        await app.fan.ask('POST /auth/passkeys', {
          body: { ticket, passkey: ANSWER, name: 'de outra pessoa' },
        }),
      ),
    ).toEqual([401, 'auth.required']);
    expect(
      outcome(
        await person.ask('POST /auth/passkeys', {
          body: { ticket, passkey: ANSWER, name: 'forjada' },
        }),
      ),
    ).toEqual([400, 'secondFactor.wrong']);
    expect(
      outcome(
        await person.ask('POST /auth/passkeys', {
          body: { ticket, passkey: ANSWER, name: 'de novo' },
        }),
      ),
    ).toEqual([400, 'token.invalid']);
    expect((await person.call('GET /auth/second-factor')).passkeys).toEqual([]);
  });

  test('a passkey can’t be added with another person’s ticket, nor removed by another person', async () => {
    const [mine, other] = [await app.join('odete'), await app.join('palmira')];
    const { ticket } = await mine.call('POST /auth/passkeys/options');
    expect(
      outcome(
        await other.ask('POST /auth/passkeys', {
          body: { ticket, passkey: ANSWER, name: 'alheia' },
        }),
      ),
    ).toEqual([400, 'token.invalid']);
    expect(outcome(await other.ask('DELETE /auth/passkeys/{id}', { params: { id: 'x' } }))).toEqual(
      [404, 'secondFactor.notFound'],
    );
  });
});

describe('administrators', () => {
  test('administrators have their rights only in a session with a second factor where it is required', async () => {
    const strict = await testApp({ settings: { ADMIN_SECOND_FACTOR: 'true' } });
    await strict.join('rainha');
    await setStaffRole(strict.ctx, 'rainha', 'owner', 'test');
    const { token } = (await logIn('rainha', strict)).reply.data;
    const person = createApiClient(strict.server, { ...strict.fan, token });
    const isAdmin = async (of: ApiClient) => (await of.call('GET /auth')).admin;
    expect(await isAdmin(person)).toBe(false);
    expect((await person.call('GET /auth/second-factor')).required).toBe(true);
    const { secret } = await enrol(person, strict);
    expect(await isAdmin(person)).toBe(true);
    const finished = await finish(
      await ticketOf('rainha', strict),
      codeNow(secret, strict),
      strict,
    );
    const again = createApiClient(strict.server, {
      ...strict.fan,
      token: finished.reply.data.token,
    });
    expect(await isAdmin(again)).toBe(true);
    expect(outcome(await again.ask('DELETE /auth/second-factor/totp'))).toEqual([
      409,
      'secondFactor.needed',
    ]);
    expect((await again.call('GET /auth/second-factor')).totp).toBe(true);
  });

  test('administrators can turn the second factor off where it is not required', async () => {
    const person = await app.join('sonia');
    await enrol(person);
    expect(await person.call('DELETE /auth/second-factor/totp')).toEqual({
      totp: false,
      recoveryCodes: 0,
      passkeys: [],
      required: false,
    });
    expect((await logIn('sonia')).status).toBe(200);
  });
});
