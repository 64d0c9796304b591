// What a person deletes or changes while a legal hold is on their account stays as it was, unseen,
// until the release. Each way is tried without a hold too, as its control.
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { follow, send } from '../../testing/chatting.ts';
import { joinPerformer, type TestPerformer } from '../../testing/identity/performing.ts';
import { addKey, joinPayee, signInWithProof } from '../../testing/paying-out.ts';
import { joinAdmin, signupOf, stepUp } from '../../testing/producing.ts';
import { joinProducer, publish } from '../../testing/publishing.ts';
import { removeAccountOf } from '../../testing/removed-accounts.ts';

let app: TestApp;
let admin: ApiClient;
let people = 0;
beforeAll(async () => {
  app = await testApp();
  await follow(app.fan, await joinProducer(app, 'autora'));
  await addKey(app, await addKey(app, await joinPayee(app, 'recebedora')), 'outra@example.com');
});
beforeEach(async () => {
  admin = await joinAdmin(app, `chefia${(people += 1)}`);
  await stepUp(app, admin);
});

type SweepJob =
  | 'auth.sweep'
  | 'funds.sweep'
  | 'legalHolds.erase'
  | 'exports.sweep'
  | 'producers.forget'
  | 'lives.sweepSegments';
const run = async (job: SweepJob) => {
  await transaction(app.ctx.db, (tx) => app.ctx.jobs.enqueue(tx, job, {}));
  await app.runJobs();
};
const query = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  (await app.ctx.pool.query<Row>(text, values)).rows;
const copiesOf = async ({ profileId }: ApiClient): Promise<Record<string, unknown>[]> =>
  (
    await query<{ content: Record<string, unknown> }>(
      'SELECT content FROM held_copies WHERE owner_id = $1 ORDER BY id',
      [profileId],
    )
  ).map(({ content }) => content);
const hold = ({ profileId }: ApiClient) =>
  admin.call('POST /dsb/legal-holds', {
    body: { subjectKind: 'account', subjectId: profileId, reason: 'Ofício 12' },
  });
const release = async ({ id }: { id: string }) => {
  admin = await joinAdmin(app, `chefia${(people += 1)}`);
  await stepUp(app, admin);
  await admin.call('POST /dsb/legal-holds/{id}/release', {
    params: { id },
    body: { reason: 'Prazo encerrado' },
  });
  await run('legalHolds.erase');
};

/** What is done to a row, and what its copy says of it. */
type Way = () => Promise<{ owner: ApiClient; act: () => Promise<unknown>; said: object }>;
const ways: Record<string, Way> = {
  'the text of a post is edited': async () => {
    const owner = await app.join('autora');
    const { id } = await publish(app, owner, { text: 'texto de antes', pictures: 0 });
    const edit = () => owner.call('PUT /posts/{id}', { params: { id }, body: { text: 'depois' } });
    return { owner, act: edit, said: { text: 'texto de antes' } };
  },
  'the text of a message is edited': async () => {
    const owner = await app.join('autora');
    const { reply } = await send(owner, app.fan, 'dito antes');
    const edit = () =>
      owner.call('PUT /chats/messages/{id}', {
        params: { id: reply.data.id },
        body: { message: 'dito depois' },
      });
    return { owner, act: edit, said: { text: 'dito antes' } };
  },
  'the text of a profile is edited': async () => {
    const owner = await app.join('davi');
    await owner.call('PUT /profiles', { body: { about: 'bio de antes' } });
    const edit = () => owner.call('PUT /profiles', { body: { about: 'bio de depois' } });
    return { owner, act: edit, said: { about: 'bio de antes' } };
  },
  'a saved payment is deleted': async () => {
    const owner = await app.join('davi');
    const id = newId();
    await query(
      `INSERT INTO saved_payments (id, profile_id, payment_type, holder, details_sealed, is_default,
        created_at) VALUES ($1, $2, 'picpay', 'DAVI', 'x', false, $3)`,
      [id, owner.profileId, app.clock.now()],
    );
    const remove = () => owner.call('DELETE /funds/cards/{id}', { params: { id: id as never } });
    return { owner, act: remove, said: { id, holder: 'DAVI' } };
  },
  'the title of a collection is edited': async () => {
    const owner = await joinProducer(app, 'colecionadora');
    const post = () => publish(app, owner, { text: 'da coleção', pictures: 0, price: 500 });
    const postIds = [(await post()).id, (await post()).id];
    const collection = { text: 'Todas juntas', price: centavos(900), postIds };
    const { id } = await owner.call('POST /collections', {
      body: { title: 'Título de antes', ...collection },
    });
    const edit = () =>
      owner.call('PUT /collections/{id}', {
        params: { id },
        body: { title: 'Título de depois', ...collection },
      });
    return { owner, act: edit, said: { title: 'Título de antes' } };
  },
  'the settings of the camera are changed': async () => {
    const owner = await joinProducer(app, 'filmada');
    const settings = await owner.call('GET /profiles/settings-cam');
    const save = () => owner.call('POST /profiles/settings-cam', { body: settings as never });
    await save();
    return { owner, act: save, said: { producer_id: owner.profileId } };
  },
  'the settings of notices are changed': async () => {
    const owner = await app.join('davi');
    const settings = await owner.call('GET /profiles/notifications/settings');
    const save = () =>
      owner.call('PUT /profiles/notifications/settings', { body: settings as never });
    await save();
    return { owner, act: save, said: { profile_id: owner.profileId } };
  },
  'the options of messages are changed': async () => {
    const owner = await joinProducer(app, 'opcional');
    const options = await owner.call('GET /chats/options');
    const save = () => owner.call('PUT /chats/options', { body: options as never });
    await save();
    return { owner, act: save, said: { profile_id: owner.profileId } };
  },
  'a session that ended long ago is swept': async () => {
    const owner = await app.join('encerrada');
    await query(
      `UPDATE sessions SET revoked_at = $2, revoke_reason = 'left', address = '203.0.113.9'
        WHERE user_id = (SELECT user_id FROM profiles WHERE id = $1)`,
      [owner.profileId, new Date(app.clock.now().getTime() - 100 * DAY_MS)],
    );
    return { owner, act: () => run('auth.sweep'), said: { address: '203.0.113.9' } };
  },
  'a bank account is deleted': async () => {
    const payee = await signInWithProof(app, 'recebedora');
    const [account] = await payee.call('GET /banks');
    const params = { id: (account?.id ?? '') as never };
    const remove = () => payee.call('DELETE /banks/{id}', { params });
    return { owner: payee, act: remove, said: { id: account?.id } };
  },
};

describe.each(Object.keys(ways))('%s', (way) => {
  test(`a copy of the row stays until the release when, under a legal hold, ${way}`, async () => {
    const made = await ways[way]?.();
    if (!made) throw new Error(way);
    const placed = await hold(made.owner);
    await made.act();
    expect(await copiesOf(made.owner)).toEqual([expect.objectContaining(made.said)]);
    await run('legalHolds.erase');
    expect(await copiesOf(made.owner)).toHaveLength(1);
    await release(placed);
    expect(await copiesOf(made.owner)).toEqual([]);
  });

  test(`nothing is left of the row as it was when, without a legal hold, ${way}`, async () => {
    const made = await ways[way]?.();
    await made?.act();
    expect(await copiesOf(made?.owner as ApiClient)).toEqual([]);
  });
});

test('messages that a held person wrote stay as copies when the other member removes the account', async () => {
  const held = await app.join('autora');
  const leaving = await app.join('saindo');
  await follow(leaving, held);
  expect((await send(held, leaving, 'ameaça')).status).toBe(200);
  const placed = await hold(held);
  await removeAccountOf(app, leaving);
  expect(await copiesOf(held)).toEqual([expect.objectContaining({ text: 'ameaça' })]);
  await release(placed);
  expect(await copiesOf(held)).toEqual([]);
});

describe('a producer request and its documents', () => {
  const ask = async (name: string) => {
    const person = await app.join(name);
    await person.call('POST /profiles/became-producer', { body: await signupOf(app, person) });
    const [row] = await query<{ id: string }>(
      'SELECT id FROM producer_requests WHERE profile_id = $1',
      [person.profileId],
    );
    return { person, id: row?.id ?? '' };
  };
  const documentsOf = async (id: string) => {
    const found = await Promise.all(
      ['documentFront', 'documentBack', 'selfie'].map((name) =>
        app.ctx.blobs.head('private', `documents/producer/${id}/${name}`),
      ),
    );
    return found.filter((document) => document !== null).length;
  };

  test('a producer request that is withdrawn under a legal hold stays, with its documents, until the release', async () => {
    const { person, id } = await ask('desistente');
    const placed = await hold(person);
    await person.call('DELETE /profiles/became-producer');
    await app.runJobs();
    expect(await copiesOf(person)).toEqual([expect.objectContaining({ id })]);
    expect(await documentsOf(id)).toBe(3);
    await release(placed);
    expect(await copiesOf(person)).toEqual([]);
    expect(await documentsOf(id)).toBe(0);
  });

  test('a producer request that is withdrawn without a legal hold is deleted with its documents', async () => {
    const { person, id } = await ask('desistiu');
    await person.call('DELETE /profiles/became-producer');
    await app.runJobs();
    expect(await copiesOf(person)).toEqual([]);
    expect(await documentsOf(id)).toBe(0);
  });

  test('a request that was rejected long ago keeps its data under a legal hold only', async () => {
    const [held, other] = [await ask('recusada'), await ask('recusado')];
    for (const { id } of [held, other])
      await query(
        "UPDATE producer_requests SET stage = 'rejected', decided_at = $2 WHERE id = $1",
        [id, new Date(app.clock.now().getTime() - 181 * DAY_MS)],
      );
    const placed = await hold(held.person);
    await run('producers.forget');
    expect([await documentsOf(held.id), await documentsOf(other.id)]).toEqual([3, 0]);
    await release(placed);
    await run('producers.forget');
    expect(await documentsOf(held.id)).toBe(0);
  });
});

describe('a performer and their documents', () => {
  const documentsOf = async ({ id }: TestPerformer) => {
    const found = await Promise.all(
      ['documentFront', 'selfie'].map((name) =>
        app.ctx.blobs.head('private', `documents/performer/${id}/${name}`),
      ),
    );
    return found.filter((document) => document !== null).length;
  };
  const remove = async (producer: ApiClient, { id }: TestPerformer) => {
    await producer.call('DELETE /performers/{id}', { params: { id } });
    await app.runJobs();
  };

  test('a performer whom a producer deletes under a legal hold stays, with the documents, until the release', async () => {
    const producer = await app.join('autora');
    const performer = await joinPerformer(app, { admin, producer }, 5);
    const placed = await hold(producer);
    await remove(producer, performer);
    expect(await copiesOf(producer)).toEqual([expect.objectContaining({ id: performer.id })]);
    expect(await documentsOf(performer)).toBe(2);
    await release(placed);
    expect(await copiesOf(producer)).toEqual([]);
    expect(await documentsOf(performer)).toBe(0);
  });

  test('a performer whom a producer deletes without a legal hold is deleted with the documents', async () => {
    const producer = await app.join('autora');
    const performer = await joinPerformer(app, { admin, producer }, 6);
    await remove(producer, performer);
    expect(await copiesOf(producer)).toEqual([]);
    expect(await documentsOf(performer)).toBe(0);
  });
});

test('a data export that expired is kept under a legal hold only, and is not downloaded', async () => {
  const [held, other] = [await app.join('exportada'), await app.join('exportado')];
  for (const { profileId } of [held, other])
    await query(
      `INSERT INTO data_exports (id, profile_id, state, bytes, requested_at, ready_at, expires_at)
       VALUES ($1, $2, 'ready', 1, $3, $3, $3)`,
      [newId(), profileId, new Date(app.clock.now().getTime() - DAY_MS)],
    );
  const placed = await hold(held);
  const left = async () => {
    await run('exports.sweep');
    return (
      await query<{ profile_id: string }>(
        'SELECT profile_id FROM data_exports WHERE profile_id = ANY($1)',
        [[held.profileId, other.profileId]],
      )
    ).map(({ profile_id }) => profile_id);
  };
  expect(await left()).toEqual([held.profileId]);
  await release(placed);
  expect(await left()).toEqual([]);
});

test('the body of a gateway’s notice about a charge of a held person stays until the release', async () => {
  const [held, other] = [await app.join('avisada'), await app.join('avisado')];
  const at = new Date(app.clock.now().getTime() - 400 * DAY_MS);
  for (const { profileId, domainName } of [held, other]) {
    const charge = newId();
    await query(
      `INSERT INTO charges (id, profile_id, provider, method, status, amount_centavos, created_at,
        expires_at) VALUES ($1, $2, $3, 'pix', 'paid', 500, $4, $4)`,
      [charge, profileId, domainName, at],
    );
    await query(
      `INSERT INTO charge_events (charge_id, version, to_status, paid_centavos, source, at)
        VALUES ($1, 1, 'paid', 500, 'webhook', $2)`,
      [charge, at],
    );
    await query(
      `INSERT INTO inbound_events (provider, event_key, raw, headers, received_at, processed_at)
        VALUES ($1, 'pago', 'x', '{}', $2, $2)`,
      [domainName, at],
    );
  }
  const placed = await hold(held);
  const left = async () => {
    await run('funds.sweep');
    const rows = await query<{ provider: string }>(
      "SELECT provider FROM inbound_events WHERE event_key = 'pago'",
      [],
    );
    return rows.map(({ provider }) => provider);
  };
  expect(await left()).toEqual(['avisada']);
  await release(placed);
  expect(await left()).toEqual([]);
});

describe('a recording of a show', () => {
  const record = async (producer: ApiClient) => {
    const [liveId, id] = [newId(), newId()];
    const at = new Date(app.clock.now().getTime() - DAY_MS);
    await query(
      `INSERT INTO lives (id, producer_id, type, title, started_at, ended_at, end_reason)
       VALUES ($1, $2, 2, 'Ensaio', $3, $3, 'producer')`,
      [liveId, producer.profileId, at],
    );
    await query(
      `INSERT INTO live_recordings (id, live_id, producer_id, started_at, ended_at, kept_until)
       VALUES ($1, $2, $3, $4, $4, $5)`,
      [id, liveId, producer.profileId, at, new Date(at.getTime() + 10 * DAY_MS)],
    );
    await query(
      `INSERT INTO live_segments (live_id, sequence, discontinuity, series, number, recording_id,
        duration_ms, made_at) VALUES ($1, 0, 0, 's', 0, $2, 4000, $3)`,
      [liveId, id, at],
    );
    return id;
  };
  const left = async (id: string) => {
    await run('lives.sweepSegments');
    await run('lives.sweepSegments');
    return (await query('SELECT FROM live_segments WHERE recording_id = $1', [id])).length;
  };
  const remove = (producer: ApiClient, id: string) =>
    producer.call('DELETE /lives/recordings/{id}', { params: { id: id as never } });

  test('a recording that its producer deletes under a legal hold is hidden, and stays until the release', async () => {
    const producer = await app.join('autora');
    const id = await record(producer);
    const placed = await hold(producer);
    await remove(producer, id);
    const { data } = (await producer.ask('GET /lives/recordings', { query: {} })).reply;
    expect(data).toEqual([]);
    expect(await left(id)).toBe(1);
    await release(placed);
    expect(await left(id)).toBe(0);
  });

  test('a recording whose time is over is hidden from a held producer, and stays until the release', async () => {
    const producer = await app.join('autora');
    const id = await record(producer);
    const placed = await hold(producer);
    app.clock.advance(10 * DAY_MS);
    expect(await left(id)).toBe(1);
    const again = await app.join('autora');
    expect((await again.ask('GET /lives/recordings', { query: {} })).reply.data).toEqual([]);
    await release(placed);
    expect(await left(id)).toBe(0);
  });

  test('a recording that its producer deletes without a legal hold is gone', async () => {
    const producer = await app.join('autora');
    const id = await record(producer);
    await remove(producer, id);
    expect(await left(id)).toBe(0);
  });
});
