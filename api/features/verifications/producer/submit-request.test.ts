// A request to become a producer through the whole application: submission, refusals, and the
// protection of personal data.
import { DAY_MS } from '@camarim/contract/time';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../../api-client.ts';
import { testApp } from '../../../testing/app.ts';
import {
  cpfOf,
  joinAdmin,
  producerRequests,
  picture,
  sendDocument,
  signupOf,
} from '../../../testing/producing.ts';

const app = await testApp();
const { newPerson, ask, asked, emails, activeAdmin } = producerRequests(app);
let admin = await joinAdmin(app, 'rosa');

beforeEach(async () => {
  admin = await activeAdmin(admin);
});

const id = (person: ApiClient) => person.profileId;

describe('a request to become a producer', () => {
  test('a producer request moves a member to the stage requested, and emails them and the administrators', async () => {
    const person = await newPerson();
    const { status, reply } = await ask(person, { nickname: 'veludo.azul' });
    expect([status, reply.data]).toEqual([
      200,
      {
        stage: 'requested',
        requestedAt: expect.any(String),
        decidedAt: null,
        reason: '',
        mayAsk: false,
        contestable: null,
      },
    ]);
    app.clock.advance(5_000);
    expect((await person.call('GET /auth')).profile).toMatchObject({
      activeCam: true,
      producer: false,
      producerStage: 'requested',
      domainName: 'veludo.azul',
    });
    const [first, second] = await emails();
    expect([first, second].map((email) => email?.to).sort()).toEqual(
      [`${person.domainName}@example.com`, 'rosa@example.com'].sort(),
    );
  });

  test('a producer request can also be sent to POST /auth/became-producer', async () => {
    const person = await newPerson();
    const { status } = await person.ask('POST /auth/became-producer', {
      body: await signupOf(app, person),
    });
    expect(status).toBe(200);
    expect(await person.call('GET /profiles/producer')).toMatchObject({ stage: 'requested' });
  });

  test.each([
    [
      'a CPF whose digits do not add up',
      { document: '123.456.789-00' },
      'document',
      'validate.invalid',
    ],
    [
      'a person who turns 18 tomorrow',
      { birthDate: 'tomorrow' },
      'birthDate',
      'validate.adultOnly',
    ],
    ['a date that is none', { birthDate: '1996-02-31' }, 'birthDate', 'validate.invalid'],
    ['a land line', { celphone: '1132654321' }, 'celphone', 'validate.invalid'],
    ['a city of another state', { city: 'Recife' }, 'city', 'validate.invalid'],
    ['a state that is none', { stateCode: 'XX' }, 'stateCode', 'validate.invalid'],
    ['a single name', { fullName: 'Madonna' }, 'fullName', 'validate.invalid'],
    ['no street', { street: ' ' }, 'street', 'validate.required'],
    ['a reserved nickname', { nickname: 'wallet' }, 'nickname', 'validate.reserved'],
    ['a nickname that is taken', { nickname: 'malu' }, 'nickname', 'validate.taken'],
    [
      'a contract that is not accepted',
      { acceptedContract: false },
      'acceptedContract',
      'validate.invalid',
    ],
  ])(
    'a producer request is refused for %s, naming the field, and nothing is stored',
    async (_what, changes, field, code) => {
      const person = await newPerson();
      const tomorrow = new Date(
        Date.UTC(
          app.clock.now().getUTCFullYear() - 18,
          app.clock.now().getUTCMonth(),
          app.clock.now().getUTCDate() + 1,
        ),
      )
        .toISOString()
        .slice(0, 10);
      const { status, reply } = await ask(
        person,
        'birthDate' in changes && changes.birthDate === 'tomorrow'
          ? { birthDate: tomorrow }
          : changes,
      );
      expect([status, reply.fields?.[field]?.code]).toEqual([400, code]);
      expect(await person.call('GET /profiles/producer')).toMatchObject({
        stage: 'member',
        mayAsk: true,
      });
      expect(
        (
          await app.ctx.pool.query('SELECT 1 FROM producer_requests WHERE profile_id = $1', [
            person.profileId,
          ])
        ).rowCount,
      ).toBe(0);
    },
  );

  test('a producer request is accepted from a person who turns 18 today', async () => {
    const today = app.clock.now();
    const birthDate = `${today.getUTCFullYear() - 18}-${String(today.getUTCMonth() + 1).padStart(2, '0')}-${String(today.getUTCDate()).padStart(2, '0')}`;
    expect((await ask(await newPerson(), { birthDate })).status).toBe(200);
  });

  test("a producer request is refused with a document that is no image, another person's, or used twice", async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const forged = await sendDocument(app, person, Buffer.from('MZ this is no picture at all'));
    expect((await ask(person, { selfieKey: forged })).reply.fields?.['selfieKey']?.code).toBe(
      'upload.forged',
    );
    expect(
      (await ask(person, { selfieKey: await sendDocument(app, other) })).reply.fields?.['selfieKey']
        ?.code,
    ).toBe('upload.notFound');
    const key = await sendDocument(app, person);
    expect(
      (await ask(person, { documentFrontKey: key, selfieKey: key })).reply.fields?.['selfieKey']
        ?.code,
    ).toBe('validate.invalid');
    expect(
      (
        await person.ask('GET /auth/doc-public-upload/any', {
          query: { contentType: 'application/pdf' },
        })
      ).reply.code,
    ).toBe('upload.typeNotAllowed');
  });

  test('a producer request is stored once when it is sent twice, also concurrently', async () => {
    const person = await newPerson();
    const [one, two] = await Promise.all([ask(person), ask(person)]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    expect((await ask(person)).reply.code).toBe('producer.alreadyAsked');
  });

  test('a producer request is refused with the CPF of another applicant', async () => {
    const document = cpfOf(424_242);
    expect((await ask(await newPerson(), { document })).status).toBe(200);
    expect((await ask(await newPerson(), { document })).reply.fields?.['document']?.code).toBe(
      'validate.taken',
    );
  });
});

describe('personal data of a producer request', () => {
  test('the personal data of a producer request is sealed, and appears in no log line or public reply', async () => {
    const person = await newPerson();
    const document = cpfOf(31_337);
    const selfie = await picture();
    const { reply } = await ask(person, {
      document,
      selfieKey: await sendDocument(app, person, selfie),
      fullName: 'Zenaide Quartzo Lilás',
      street: 'Travessa do Silêncio',
    });
    const secrets = [document, 'Zenaide', 'Silêncio', '98765-4321', '987654321'];
    const { rows } = await app.ctx.pool.query(
      "SELECT id, r::text, encode(sealed, 'escape') AS sealed FROM producer_requests r WHERE profile_id = $1",
      [person.profileId],
    );
    const shown = [
      JSON.stringify(rows),
      JSON.stringify(reply),
      JSON.stringify(await person.call('GET /auth')),
      app.lines.join('\n'),
      JSON.stringify(await app.ctx.jobs.list({ limit: 200 })),
    ];
    for (const text of shown) for (const secret of secrets) expect(text).not.toContain(secret);
    const { id: requestId } = rows[0] as { id: string };
    const stored = await app.ctx.blobs.get('private', `documents/producer/${requestId}/selfie`);
    const bytes = Buffer.concat((await stored?.stream.toArray()) as Buffer[]);
    // Not only its signature: three bytes occur in encrypted ones by chance.
    expect(bytes.includes(selfie.subarray(0, 16))).toBe(false);
    expect(bytes.subarray(0, 1)).toEqual(Buffer.from([1]));
  });

  test('the personal data of a producer request is not left in storage as unencrypted upload', async () => {
    const person = await newPerson();
    const body = await signupOf(app, person);
    await person.call('POST /profiles/became-producer', { body });
    for (const key of [body.documentFrontKey, body.documentBackKey, body.selfieKey])
      expect(await app.ctx.blobs.head('private', key)).toBeNull();
  });

  test('personal data of a producer request are deleted when it is refused after the upload', async () => {
    const person = await newPerson();
    const kept: string[] = [];
    const put = app.ctx.blobs.put;
    app.ctx.blobs.put = (bucket, key, content, options) => (
      kept.push(key),
      put(bucket, key, content, options)
    );
    await ask(person, { nickname: 'davi' });
    app.ctx.blobs.put = put;
    expect(kept.filter((key) => key.startsWith('documents/'))).toHaveLength(3);
    for (const key of kept) expect(await app.ctx.blobs.head('private', key)).toBeNull();
  });

  test('the personal data of a producer request is erased 180 days after a rejection', async () => {
    const person = await newPerson();
    await asked(person);
    await admin.call('POST /profiles/approve-producer', {
      body: { producerId: id(person), decision: 'reject', reason: 'foto escura' },
    });
    app.clock.advance(181 * DAY_MS);
    const { eraseRejectedRequests: forgetRejected } = await import('./withdraw-request.ts');
    await forgetRejected(app.ctx);
    const reviewer = await joinAdmin(app, 'lara');
    expect(
      await reviewer.call('GET /dsb/producer/{producerId}', { params: { producerId: id(person) } }),
    ).toMatchObject({ person: null, documents: [], request: 'rejected' });
    admin = reviewer;
  });
});

describe('checking the first step of a request', () => {
  const check = async (person: ApiClient, changes = {}, headers = {}) =>
    person.ask('POST /profiles/became-producer/check', {
      headers,
      body: {
        nickname: person.domainName,
        fullName: 'Íris Veludo da Silva',
        document: cpfOf(600_001),
        birthDate: '1996-03-14',
        ...changes,
      },
    });

  test('a CPF in use is refused before documents are sent, and the own CPF is not', async () => {
    const [owner, other] = [await newPerson(), await newPerson()];
    const document = cpfOf(600_002);
    expect((await check(owner, { document })).status).toBe(200);
    await asked(owner, { document });
    expect((await check(other, { document })).reply).toMatchObject({
      code: 'validate.taken',
      fields: { document: { code: 'validate.taken' } },
    });
    expect((await check(owner, { document })).status).toBe(200);
    expect((await other.call('GET /profiles/producer')).stage).toBe('member');
  });

  test('a wrong CPF and a minor are refused, naming the fields', async () => {
    const { reply } = await check(await newPerson(), {
      document: '11111111111',
      birthDate: '2020-01-01',
    });
    expect(Object.keys(reply.fields ?? {}).sort()).toEqual(['birthDate', 'document']);
  });

  test('an account learns of ten CPFs a day, by checks and requests together', async () => {
    const prober = await newPerson();
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      statuses.push((await check(prober, { document: cpfOf(700_000 + count) })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await check(prober)).reply.code).toBe('request.tooMany');
    expect((await ask(prober)).reply.code).toBe('request.tooMany');
    expect((await check(await newPerson())).status).toBe(200);
  });

  test('an address gets answers about thirty CPFs a day, and people there can still send requests', async () => {
    const shared = await testApp({ settings: { TRUST_PROXY: 'loopback' } });
    const at = (address: string) => ({ 'x-forwarded-for': address });
    const probe = (person: ApiClient, address: string, cpf: number) =>
      check(person, { document: cpfOf(cpf) }, at(address));
    const request = async (person: ApiClient, address: string, cpf: number) =>
      person.ask('POST /profiles/became-producer', {
        body: await signupOf(shared, person, { document: cpfOf(cpf) }),
        headers: at(address),
      });
    let cpf = 800_000;
    for (let account = 0; account < 3; account += 1) {
      const prober = await shared.join(`sonda${account}`);
      for (let count = 0; count < 10; count += 1)
        expect((await probe(prober, '203.0.113.7', (cpf += 1))).status).toBe(200);
    }
    const next = await shared.join('sonda3');
    const answers: (string | undefined)[] = [];
    for (let count = 0; count < 4; count += 1)
      answers.push((await probe(next, '203.0.113.7', (cpf += 1))).reply.code);
    answers.push((await request(next, '203.0.113.7', (cpf += 1))).reply.code);
    expect(answers).toEqual([
      undefined,
      undefined,
      undefined,
      'request.tooMany',
      'request.tooMany',
    ]);
    // The same account elsewhere, and another account at the same address.
    expect((await probe(next, '203.0.113.8', (cpf += 1))).status).toBe(200);
    const honest = await shared.join('honesta');
    expect((await probe(honest, '203.0.113.7', (cpf += 1))).status).toBe(200);
    expect((await request(honest, '203.0.113.7', cpf)).status).toBe(200);
  });
});
