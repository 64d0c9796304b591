// Becoming a producer through the whole application: requests, refusals, review, decisions and
// erasure.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ProfileId } from '@camarim/contract/ids';
import type { ApiClient } from '../../../api-client.ts';
import { testApp, type TestApp } from '../../../testing/app.ts';
import {
  cpfOf,
  joinAdmin,
  sendDocument,
  signupOf,
  stepUp,
  viewDocuments,
  viewRequestOf,
} from '../../../testing/producing.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let admin: ApiClient;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'rosa');
});

let successors = 0;
beforeEach(async () => {
  // Some tests move the clock beyond a session's lifetime.
  if ((await admin.ask('GET /auth')).status === 401)
    admin = await joinAdmin(app, `sucessora${(successors += 1)}`);
  await stepUp(app, admin);
});

const ask = async (person: ApiClient, changes = {}) =>
  person.ask('POST /profiles/became-producer', { body: await signupOf(app, person, changes) });
/** Submits a request, which must succeed. */
const asked = async (person: ApiClient, changes = {}) =>
  person.call('POST /profiles/became-producer', { body: await signupOf(app, person, changes) });
const emails = async () => {
  await app.runJobs();
  return (await app.platform.mail.inbox?.list(200)) ?? [];
};
const tokenIn = (text: string): string => /\/dsb\/producer\/([\w-]+)/.exec(text)?.[1] ?? '';
const id = (person: ApiClient) => person.profileId as ProfileId;
const newPerson = (() => {
  let count = 0;
  return (): Promise<ApiClient> => app.join(`artista${(count += 1)}`);
})();
/** Audited decisions, without views. */
const decisions = async (person: ApiClient) =>
  (await log(person)).filter((action) => !action.endsWith('iewed'));
const log = async (person: ApiClient) =>
  (
    await app.platform.pool.query(
      'SELECT action FROM admin_log WHERE profile_id = $1 ORDER BY id',
      [person.profileId],
    )
  ).rows.map((row) => (row as { action: string }).action);

describe('a request to become a producer', () => {
  test('moves a member to the stage requested, and emails them and the administrators', async () => {
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

  test('can also be sent to POST /auth/became-producer', async () => {
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
    'is refused for %s, naming the field, and nothing is stored',
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
          await app.platform.pool.query('SELECT 1 FROM producer_requests WHERE profile_id = $1', [
            person.profileId,
          ])
        ).rowCount,
      ).toBe(0);
    },
  );

  test('is accepted from a person who turns 18 today', async () => {
    const today = app.clock.now();
    const birthDate = `${today.getUTCFullYear() - 18}-${String(today.getUTCMonth() + 1).padStart(2, '0')}-${String(today.getUTCDate()).padStart(2, '0')}`;
    expect((await ask(await newPerson(), { birthDate })).status).toBe(200);
  });

  test("is refused with a document that is no image, another person's, or used twice", async () => {
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

  test('is stored once when it is sent twice, also concurrently', async () => {
    const person = await newPerson();
    const [one, two] = await Promise.all([ask(person), ask(person)]);
    expect([one.status, two.status].sort()).toEqual([200, 409]);
    expect((await ask(person)).reply.code).toBe('producer.alreadyAsked');
  });

  test('is refused with the CPF of another applicant', async () => {
    const document = cpfOf(424_242);
    expect((await ask(await newPerson(), { document })).status).toBe(200);
    expect((await ask(await newPerson(), { document })).reply.fields?.['document']?.code).toBe(
      'validate.taken',
    );
  });
});

describe('personal data of a producer request', () => {
  test('is sealed in database and storage, and appears in no log line or public reply', async () => {
    const person = await newPerson();
    const document = cpfOf(31_337);
    const { reply } = await ask(person, {
      document,
      fullName: 'Zenaide Quartzo Lilás',
      street: 'Travessa do Silêncio',
    });
    const secrets = [document, 'Zenaide', 'Silêncio', '98765'];
    const { rows } = await app.platform.pool.query(
      "SELECT id, r::text, encode(sealed, 'escape') AS sealed FROM producer_requests r WHERE profile_id = $1",
      [person.profileId],
    );
    const shown = [
      JSON.stringify(rows),
      JSON.stringify(reply),
      JSON.stringify(await person.call('GET /auth')),
      app.lines.join('\n'),
      JSON.stringify(await app.platform.jobs.list({ limit: 200 })),
    ];
    for (const text of shown) for (const secret of secrets) expect(text).not.toContain(secret);
    const { id: requestId } = rows[0] as { id: string };
    const stored = await app.platform.blobs.get(
      'private',
      `documents/producer/${requestId}/selfie`,
    );
    const bytes = Buffer.concat((await stored?.stream.toArray()) as Buffer[]);
    expect(bytes.includes(Buffer.from([0xff, 0xd8, 0xff]))).toBe(false);
    expect(bytes.subarray(0, 1)).toEqual(Buffer.from([1]));
  });

  test('is not left in storage as unencrypted upload', async () => {
    const person = await newPerson();
    const body = await signupOf(app, person);
    await person.call('POST /profiles/became-producer', { body });
    for (const key of [body.documentFrontKey, body.documentBackKey, body.selfieKey])
      expect(await app.platform.blobs.head('private', key)).toBeNull();
  });

  test('is deleted from storage when the request is refused after the upload', async () => {
    const person = await newPerson();
    const kept: string[] = [];
    const put = app.platform.blobs.put;
    app.platform.blobs.put = (bucket, key, content, options) => (
      kept.push(key),
      put(bucket, key, content, options)
    );
    await ask(person, { nickname: 'davi' });
    app.platform.blobs.put = put;
    expect(kept.filter((key) => key.startsWith('documents/'))).toHaveLength(3);
    for (const key of kept) expect(await app.platform.blobs.head('private', key)).toBeNull();
  });

  test('is erased 180 days after a rejection', async () => {
    const person = await newPerson();
    await asked(person);
    await admin.call('POST /profiles/approve-producer', {
      body: { producerId: id(person), decision: 'reject', reason: 'foto escura' },
    });
    app.clock.advance(181 * DAY_MS);
    const { eraseRejectedRequests: forgetRejected } = await import('./erase-requests.ts');
    await forgetRejected(app.platform);
    const reviewer = await joinAdmin(app, 'lara');
    expect(
      await reviewer.call('GET /dsb/producer/{producerId}', { params: { producerId: id(person) } }),
    ).toMatchObject({ person: null, documents: [], request: 'rejected' });
    admin = reviewer;
  });
});

describe('an administrator who reviews producer requests', () => {
  test('sees the queue without personal data, and each view of a request is audited', async () => {
    const person = await newPerson();
    await asked(person, { fullName: 'Olívia Prata' });
    const queue = await admin.call('GET /dsb/producer', {
      query: { search: person.domainName, limit: '5' } as never,
    });
    expect(queue).toMatchObject([
      { profile: { domainName: person.domainName }, stage: 'requested', request: 'requested' },
    ]);
    expect(JSON.stringify(queue)).not.toContain('Olívia');
    const request = await admin.call('GET /dsb/producer/{producerId}', {
      params: { producerId: id(person) },
    });
    expect(request.person).toMatchObject({
      fullName: 'Olívia Prata',
      city: 'São Paulo',
      stateCode: 'SP',
      zip: '01310930',
      celphone: '11987654321',
    });
    expect(request.documents.map(({ kind }) => kind)).toEqual([
      'documentFront',
      'documentBack',
      'selfie',
    ]);
    const headers = { authorization: `Bearer ${admin.token}` };
    const shown = await app.server.inject({ url: request.documents[2]?.url ?? '', headers });
    expect([
      shown.statusCode,
      shown.headers['content-type'],
      shown.headers['cache-control'],
    ]).toEqual([200, 'image/jpeg', 'no-store']);
    expect(shown.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(await log(person)).toEqual(['producer.viewed', 'producer.documentViewed']);
  });

  test('sees a document only by their own, unmodified and unexpired address', async () => {
    const person = await newPerson();
    await asked(person);
    const { documents } = await admin.call('GET /dsb/producer/{producerId}', {
      params: { producerId: id(person) },
    });
    const url = documents[0]?.url ?? '';
    const status = async (address: string, viewer: ApiClient | null) =>
      (
        await app.server.inject({
          url: address,
          headers: viewer ? { authorization: `Bearer ${viewer.token}` } : {},
        })
      ).statusCode;
    const other = await joinAdmin(app, 'teresa');
    expect(await status(url, admin)).toBe(200);
    expect(await status(url, other)).toBe(403);
    expect(await status(url, person)).toBe(403);
    expect(await status(url, null)).toBe(403);
    expect(await status(url.replace('documentFront', 'selfie'), admin)).toBe(403);
    expect(await status(url.replace(/e=\d+/, 'e=99999999999'), admin)).toBe(403);
    expect(await status(url.replace(/s=./, 's=_'), admin)).toBe(403);
    app.clock.advance(301_000);
    expect(await status(url, admin)).toBe(403);
  });

  test('approves a person, who gets an email and can publish within seconds', async () => {
    const person = await newPerson();
    await asked(person);
    await viewRequestOf(app, admin, person);
    expect(
      await admin.call('POST /profiles/approve-producer', { body: { producerId: id(person) } }),
    ).toEqual({ producerId: person.profileId, stage: 'approved' });
    app.clock.advance(5_000);
    expect((await person.call('GET /auth')).profile).toMatchObject({
      producer: true,
      producerStage: 'approved',
    });
    expect((await person.call('GET /profiles/producer')).contestable).toBeNull();
    expect(await emails()).toContainEqual(
      expect.objectContaining({
        to: `${person.domainName}@example.com`,
        subject: 'Seu pedido foi aprovado',
      }),
    );
    expect(await decisions(person)).toEqual(['producer.approved']);
    expect((await ask(person)).reply.code).toBe('producer.alreadyAsked');
  });

  test('rejects only with a reason, after which the person can send a new request', async () => {
    const person = await newPerson();
    const document = cpfOf(555_001);
    await asked(person, { document });
    const reject = (reason: string) =>
      admin.ask('POST /profiles/approve-producer', {
        body: { producerId: id(person), decision: 'reject', reason },
      });
    expect((await reject('  ')).reply.fields?.['reason']?.code).toBe('validate.required');
    expect((await reject('a selfie está escura')).status).toBe(200);
    expect(await person.call('GET /profiles/producer')).toMatchObject({
      stage: 'rejected',
      reason: 'a selfie está escura',
      mayAsk: true,
    });
    expect(
      (await emails()).some(
        ({ to, text }) =>
          to === `${person.domainName}@example.com` && text.includes('a selfie está escura'),
      ),
    ).toBe(true);
    expect((await ask(person, { document })).status).toBe(200);
    expect((await reject('de novo')).status).toBe(200);
  });

  test('suspends an approved producer and approves them again', async () => {
    const person = await newPerson();
    await asked(person);
    const decide = (decision: 'approve' | 'suspend' | 'reject') =>
      admin.ask('POST /profiles/approve-producer', {
        body: { producerId: id(person), decision, reason: 'denúncia em análise' },
      });
    expect((await decide('suspend')).reply.code).toBe('producer.alreadyDecided');
    await viewRequestOf(app, admin, person);
    await decide('approve');
    expect((await decide('reject')).reply.code).toBe('producer.alreadyDecided');
    expect((await decide('suspend')).reply.data).toMatchObject({ stage: 'suspended' });
    const own = await person.call('GET /profiles/producer');
    expect(own).toMatchObject({ stage: 'suspended', reason: 'denúncia em análise', mayAsk: false });
    // What the person contests in Help is the suspension.
    const appeal = await person.ask('POST /profiles/help', {
      body: { message: 'Não concordo.', decision: own.contestable ?? '' },
    });
    expect([appeal.status, appeal.reply.data?.appeal]).toEqual([
      200,
      { reason: 'denúncia em análise', decidedAt: expect.any(String) },
    ]);
    expect((await ask(person)).reply.code).toBe('producer.alreadyAsked');
    expect((await decide('approve')).reply.data).toMatchObject({ stage: 'approved' });
    expect(await decisions(person)).toEqual([
      'producer.approved',
      'producer.suspended',
      'producer.approved',
    ]);
  });

  test('gets a refusal when another decides at the same time', async () => {
    const person = await newPerson();
    await asked(person);
    const decide = (decision: 'approve' | 'reject') =>
      admin.ask('POST /profiles/approve-producer', {
        body: { producerId: id(person), decision, reason: 'x' },
      });
    await viewRequestOf(app, admin, person);
    const answers = await Promise.all([decide('approve'), decide('reject')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await decisions(person)).toHaveLength(1);
  });
});

describe('an approval of a producer', () => {
  const approve = (who: ApiClient, person: ApiClient, reason = '') =>
    who.ask('POST /profiles/approve-producer', {
      body: { producerId: id(person), decision: 'approve', reason },
    });

  test('requires that this administrator has opened all three documents', async () => {
    const person = await newPerson();
    await asked(person);
    expect((await approve(admin, person)).reply.code).toBe('documents.notViewed');
    const { documents } = await admin.call('GET /dsb/producer/{producerId}', {
      params: { producerId: id(person) },
    });
    expect(documents).toHaveLength(3);
    const other = await joinAdmin(app, 'outra');
    await viewRequestOf(app, other, person);
    await viewDocuments(app, admin, documents.slice(0, 2));
    expect((await approve(admin, person)).reply.code).toBe('documents.notViewed');
    await viewDocuments(app, admin, documents.slice(2));
    expect((await approve(admin, person)).reply.data).toMatchObject({ stage: 'approved' });
  });

  test('is refused for the administrator’s own request', async () => {
    const person = await joinAdmin(app, 'propria');
    await asked(person);
    await viewRequestOf(app, person, person);
    expect((await approve(person, person)).reply.code).toBe('decision.own');
    expect(await person.call('GET /profiles/producer')).toMatchObject({ stage: 'requested' });
  });

  test('requires a step-up of the administrator', async () => {
    const [person, chief] = [await newPerson(), await joinAdmin(app, 'chefia')];
    await asked(person);
    await viewRequestOf(app, chief, person);
    app.clock.advance(10 * 60_000);
    expect((await approve(chief, person)).reply.code).toBe('stepUp.required');
    await stepUp(app, chief);
    expect((await approve(chief, person)).status).toBe(200);
  });

  test('needs two administrators where the installation requires it, again after a suspension', async () => {
    (app.platform.config as { adminSecondPerson: boolean }).adminSecondPerson = true;
    const [person, second] = [await newPerson(), await joinAdmin(app, 'segunda')];
    await asked(person);
    for (const one of [admin, second]) await viewRequestOf(app, one, person);
    const approvalOf = async (one: ApiClient) =>
      (await one.call('GET /dsb/producer/{producerId}', { params: { producerId: id(person) } }))
        .approval;
    expect(await approvalOf(admin)).toBe('none');
    for (let time = 0; time < 2; time += 1)
      expect((await approve(admin, person)).reply.data).toMatchObject({ stage: 'requested' });
    expect([await approvalOf(admin), await approvalOf(second)]).toEqual(['mine', 'other']);
    expect((await approve(second, person)).reply.data).toMatchObject({ stage: 'approved' });
    expect(
      (
        await second.ask('POST /profiles/approve-producer', {
          body: { producerId: id(person), decision: 'suspend', reason: 'denúncia' },
        })
      ).reply.data,
    ).toMatchObject({ stage: 'suspended' });
    // What was agreed to before the suspension is decided.
    expect(await approvalOf(admin)).toBe('none');
    expect((await approve(second, person)).reply.data).toMatchObject({ stage: 'suspended' });
    expect([await approvalOf(second), await approvalOf(admin)]).toEqual(['mine', 'other']);
    expect((await approve(admin, person)).reply.data).toMatchObject({ stage: 'approved' });
    (app.platform.config as { adminSecondPerson: boolean }).adminSecondPerson = false;
    expect(await decisions(person)).toEqual([
      'producer.agreed',
      'producer.approved',
      'producer.suspended',
      'producer.agreed',
      'producer.approved',
    ]);
  });
});

describe('the approval token', () => {
  test('shows the request to administrators only, and decides it once', async () => {
    const person = await newPerson();
    await asked(person);
    const token = tokenIn(
      (await emails()).find(({ to }) => to.startsWith('lara') || to.startsWith('rosa'))?.text ?? '',
    );
    expect(token.length).toBeGreaterThan(40);
    const params = { approveToken: token };
    expect(
      (await person.ask('GET /profiles/get-approve/{approveToken}', { params })).reply.code,
    ).toBe('auth.adminsOnly');
    expect((await person.ask('POST /profiles/approve-producer', { body: params })).reply.code).toBe(
      'auth.adminsOnly',
    );
    const shown = await admin.call('GET /profiles/get-approve/{approveToken}', { params });
    expect(shown).toMatchObject({ profile: { domainName: person.domainName } });
    await viewDocuments(app, admin, shown.documents);
    expect(
      (await admin.ask('POST /profiles/approve-producer', { body: params })).reply.data,
    ).toMatchObject({ stage: 'approved' });
    expect(
      (await admin.ask('POST /profiles/approve-producer', { body: params })).reply,
    ).toMatchObject({ code: 'token.invalid' });
    expect(
      (await admin.ask('GET /profiles/get-approve/{approveToken}', { params })).reply.code,
    ).toBe('token.invalid');
  });

  test('expires after 7 days, and is stored as a hash', async () => {
    const person = await newPerson();
    await asked(person);
    const token = tokenIn(
      (await emails()).find(({ text }) => text.includes('/dsb/producer/'))?.text ?? '',
    );
    const { rows } = await app.platform.pool.query('SELECT r::text FROM producer_requests r');
    expect(JSON.stringify(rows)).not.toContain(token);
    app.clock.advance(7 * DAY_MS + 1_000);
    const reviewer = await joinAdmin(app, 'vera');
    expect(
      (
        await reviewer.ask('GET /profiles/get-approve/{approveToken}', {
          params: { approveToken: token },
        })
      ).reply.code,
    ).toBe('token.invalid');
    expect(
      (await reviewer.ask('GET /dsb/producer/{producerId}', { params: { producerId: id(person) } }))
        .status,
    ).toBe(200);
  });
});

describe('members without a role', () => {
  test.each(['GET /dsb/producer', 'GET /dsb/producer/{producerId}'] as const)(
    'are refused at %s',
    async (route) => {
      for (const person of [app.stranger, app.producer]) {
        const again = await app.join(person.domainName);
        expect(
          (await again.ask(route, { params: { producerId: app.producer.profileId } as never }))
            .reply.code,
        ).toBe('auth.adminsOnly');
      }
    },
  );
});
