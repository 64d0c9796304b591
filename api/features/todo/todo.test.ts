// The queue of all open work: who sees what, clocks, claims that two people can't share,
// assignments and what is put off.
import { randomUUID } from 'node:crypto';
import { OPEN_WORK, type OpenWorkKind } from '@camarim/contract/features/dsb';
import { CLAIM_MINUTES, WORK_KINDS } from '@camarim/contract/features/todo/kinds';
import type { ProfileId } from '@camarim/contract/ids';
import { hasRight, STAFF_ROLES, type StaffRole } from '@camarim/contract/staff';
import { HOUR_MS } from '@camarim/contract/time';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { joinAdmin, signupOf, stepUp } from '../../testing/producing.ts';
import { back } from '../../testing/subscribing.ts';

let app: TestApp;
let people: Record<StaffRole, ApiClient>;
let other: ApiClient;
let ticketId: string;
let reportId: string;
let requestId: string;
let cashOutId: string;

beforeAll(async () => {
  app = await testApp();
  const joined: [StaffRole, ApiClient][] = [];
  for (const role of STAFF_ROLES)
    joined.push([role, await joinAdmin(app, `fila-${role.toLowerCase()}`, role)]);
  people = Object.fromEntries(joined) as typeof people;
  other = await joinAdmin(app, 'fila-outra');
  ticketId = (await app.fan.call('POST /profiles/help', { body: { message: 'Ajuda' } })).id;
  app.clock.advance(60_000);
  await app.fan.call('POST /reports', {
    body: { targetKind: 'profile', targetId: app.producer.profileId, reason: 'minor', text: '' },
  });
  const candidate = await app.join('candidata');
  await candidate.call('POST /profiles/became-producer', { body: await signupOf(app, candidate) });
  cashOutId = randomUUID();
  await app.ctx.pool.query(
    `INSERT INTO cash_outs (id, profile_id, status, amount_centavos, fee_centavos, destination,
      provider, created_at, day)
     VALUES ($1, $2, 'requested', 20000, 0, 'Pix', 'pix', $3::timestamptz, $3::timestamptz::date)`,
    [cashOutId, app.producer.profileId, app.clock.now()],
  );
  const idOf = async (table: string) =>
    ((await app.ctx.pool.query(`SELECT id FROM ${table}`)).rows[0] as { id: string }).id;
  [reportId, requestId] = [await idOf('reports'), await idOf('producer_requests')];
});

/** Lets time go by, and logs everyone in again: access tokens live for minutes. */
const pass = async (ms: number): Promise<void> => {
  app.clock.advance(ms);
  for (const role of STAFF_ROLES) people[role] = await back(app, people[role]);
  other = await back(app, other);
};

const todo = (person: ApiClient, query: object = {}) =>
  person.call('GET /dsb/todo', { query: query });
const kindsOf = async (person: ApiClient, query: object = {}): Promise<OpenWorkKind[]> =>
  (await todo(person, query)).items.map(({ kind }) => kind);
const item = (kind: OpenWorkKind, id: string) => ({ params: { kind, id } });
const claim = (person: ApiClient, kind: OpenWorkKind, id: string) =>
  person.ask('POST /dsb/todo/{kind}/{id}/claim', item(kind, id));
const release = (person: ApiClient, kind: OpenWorkKind, id: string) =>
  person.ask('DELETE /dsb/todo/{kind}/{id}/claim', item(kind, id));
const outcomeOf = ({ status, reply }: { status: number; reply: { code?: string } }) =>
  reply.code ?? status;

describe('the list', () => {
  test('each role sees the kinds that it may decide, the earliest due first', async () => {
    const { items } = await todo(people.owner);
    expect(items.map(({ kind }) => kind).toSorted()).toEqual([
      'cashOut',
      'helpTicket',
      'producerRequest',
      'report',
    ]);
    expect(items.map(({ dueAt }) => dueAt)).toEqual(items.map(({ dueAt }) => dueAt).toSorted());
    expect(await kindsOf(people.finance)).toEqual(['cashOut']);
    expect(await kindsOf(people.support)).toEqual(['helpTicket']);
    expect((await kindsOf(people.moderation)).toSorted()).toEqual([
      'helpTicket',
      'producerRequest',
      'report',
    ]);
    expect(outcomeOf(await people.readOnly.ask('GET /dsb/todo'))).toBe('auth.rightMissing');
    for (const role of ['finance', 'support', 'moderation'] as const)
      expect((await todo(people[role])).counts.map(({ kind }) => kind)).toEqual(
        OPEN_WORK.filter((kind) => hasRight(role, WORK_KINDS[kind].right)),
      );
  });

  test('an item has the person, its deadline or the usual time of its kind, and is late after it', async () => {
    const { items } = await todo(people.owner);
    const found = (kind: OpenWorkKind) => items.find((one) => one.kind === kind);
    const ticket = found('helpTicket');
    expect(ticket).toMatchObject({ id: ticketId, about: { domainName: 'davi' }, claim: null });
    expect(Date.parse(ticket?.dueAt ?? '') - Date.parse(ticket?.since ?? '')).toBe(48 * HOUR_MS);
    const { rows } = await app.ctx.pool.query('SELECT due_at FROM reports');
    expect(found('report')?.dueAt).toBe((rows[0] as { due_at: Date }).due_at.toISOString());
    const lateOf = async (kind: OpenWorkKind) =>
      (await todo(people.owner)).counts.find((one) => one.kind === kind);
    expect(await lateOf('cashOut')).toEqual({ kind: 'cashOut', waiting: 1, late: 0 });
    await app.ctx.pool.query(`UPDATE cash_outs SET created_at = created_at - interval '2 days'`);
    expect(await lateOf('cashOut')).toEqual({ kind: 'cashOut', waiting: 1, late: 1 });
    expect((await kindsOf(people.owner))[0]).toBe('cashOut');
  });

  test('pages follow each other without a gap', async () => {
    const all = (await todo(people.owner)).items.map(({ id }) => id);
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof todo>> = await todo(people.owner, {
        limit: 1,
        ...(cursor && { cursor }),
      });
      read.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor);
    expect(read).toEqual(all);
  });

  test('what is about the administrator is left to others', async () => {
    const { id } = await people.support.call('POST /profiles/help', { body: { message: 'Eu' } });
    expect((await todo(people.support)).items.map((one) => one.id)).not.toContain(id);
    expect((await todo(people.moderation)).items.map((one) => one.id)).toContain(id);
    await people.moderation.call('POST /dsb/help/{id}', { params: { id }, body: { answer: 'Oi' } });
    expect((await todo(people.moderation)).items.map((one) => one.id)).not.toContain(id);
  });

  test('an administrator can neither claim nor put off what is about them, which would keep others from it', async () => {
    const { id } = await people.support.call('POST /profiles/help', { body: { message: 'Eu' } });
    expect(outcomeOf(await claim(people.support, 'helpTicket', id))).toBe('decision.own');
    const until = new Date(app.clock.now().getTime() + 8 * HOUR_MS).toISOString();
    const delayed = await people.support.ask('PUT /dsb/todo/{kind}/{id}/snooze', {
      ...item('helpTicket', id),
      body: { until },
    });
    expect(outcomeOf(delayed)).toBe('decision.own');
    expect(outcomeOf(await claim(people.moderation, 'helpTicket', id))).toBe(200);
    await people.moderation.call('POST /dsb/help/{id}', { params: { id }, body: { answer: 'Oi' } });
  });

  test('every kind of work selects what the list needs', async () => {
    expect((await todo(people.owner)).counts.map(({ kind }) => kind)).toEqual([...OPEN_WORK]);
  });
});

describe('a claim', () => {
  test('one of many people who claim an item at the same moment gets it, and all see who', async () => {
    const claimants = [people.owner, other, people.moderation, people.support];
    const outcomes = (
      await Promise.all(claimants.map((person) => claim(person, 'helpTicket', ticketId)))
    ).map(outcomeOf);
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'decision.claimed')).toHaveLength(3);
    const winner = claimants[outcomes.indexOf(200)] as ApiClient;
    const [shown] = (await todo(people.support, { kind: 'helpTicket' })).items;
    expect(shown?.claim).toMatchObject({
      by: { domainName: winner.domainName },
      mine: winner === people.support,
    });
    expect(outcomeOf(await claim(winner, 'helpTicket', ticketId))).toBe(200);
    await release(winner, 'helpTicket', ticketId);
  });

  test('an item that one person holds is decided by them only', async () => {
    expect(outcomeOf(await claim(people.support, 'helpTicket', ticketId))).toBe(200);
    const answer = (person: ApiClient) =>
      person.ask('POST /dsb/help/{id}', { params: { id: ticketId }, body: { answer: 'Pronto.' } });
    expect(outcomeOf(await answer(people.owner))).toBe('decision.claimed');
    const { rows } = await app.ctx.pool.query(
      'SELECT answered_at FROM help_tickets WHERE id = $1',
      [ticketId],
    );
    expect(rows).toEqual([{ answered_at: null }]);
    expect(outcomeOf(await claim(people.owner, 'cashOut', cashOutId))).toBe(200);
    await stepUp(app, people.finance);
    const approve = (person: ApiClient) =>
      person.ask('POST /dsb/cash-outs/{id}', {
        params: { id: cashOutId },
        body: { approve: true },
      });
    expect(outcomeOf(await approve(people.finance))).toBe('decision.claimed');
    expect(outcomeOf(await release(people.owner, 'cashOut', cashOutId))).toBe(200);
  });

  test('a claim ends by itself, and an item that no one holds is decided by anyone with the right', async () => {
    await claim(people.support, 'helpTicket', ticketId);
    const answer = (person: ApiClient) =>
      person.ask('POST /dsb/help/{id}', { params: { id: ticketId }, body: { answer: 'Pronto.' } });
    expect(outcomeOf(await answer(people.moderation))).toBe('decision.claimed');
    await pass(CLAIM_MINUTES * 60_000);
    expect((await todo(people.support, { kind: 'helpTicket' })).items[0]?.claim).toBeNull();
    expect(outcomeOf(await claim(people.moderation, 'helpTicket', ticketId))).toBe(200);
    expect(outcomeOf(await release(people.support, 'helpTicket', ticketId))).toBe(200);
    expect(outcomeOf(await claim(people.support, 'helpTicket', ticketId))).toBe('decision.claimed');
    expect(outcomeOf(await answer(people.moderation))).toBe(200);
    expect(outcomeOf(await claim(people.moderation, 'helpTicket', ticketId))).toBe('todo.notFound');
  });

  test('a claim neither ends nor counts as the agreement of a first administrator', async () => {
    const config = app.ctx.config as { adminSecondPerson: boolean };
    config.adminSecondPerson = true;
    for (const person of [people.finance, people.owner]) await stepUp(app, person);
    const approve = (person: ApiClient) =>
      person.call('POST /dsb/cash-outs/{id}', {
        params: { id: cashOutId },
        body: { approve: true },
      });
    expect((await approve(people.finance)).status).toBe('requested');
    expect(outcomeOf(await claim(people.owner, 'cashOut', cashOutId))).toBe(200);
    expect((await approve(people.owner)).status).toBe('approved');
    config.adminSecondPerson = false;
  });

  test('a kind that a role may not decide can’t be claimed by it', async () => {
    expect(outcomeOf(await claim(people.finance, 'report', reportId))).toBe('auth.rightMissing');
    expect(outcomeOf(await claim(people.owner, 'report', randomUUID()))).toBe('todo.notFound');
  });
});

describe('assigned and put off', () => {
  const assign = (person: ApiClient, profileId: string | null) =>
    person.ask('PUT /dsb/todo/{kind}/{id}/assignee', {
      ...item('producerRequest', requestId),
      body: { profileId: profileId as ProfileId | null },
    });
  const snooze = (person: ApiClient, until: Date | null) =>
    person.ask('PUT /dsb/todo/{kind}/{id}/snooze', {
      ...item('producerRequest', requestId),
      body: { until: until?.toISOString() ?? null },
    });
  const inHours = (hours: number) => new Date(app.clock.now().getTime() + hours * HOUR_MS);

  test('an item is assigned to people who may decide it, and is then theirs', async () => {
    expect(outcomeOf(await assign(people.owner, people.finance.profileId))).toBe(
      'todo.notAssignable',
    );
    expect(outcomeOf(await assign(people.owner, app.fan.profileId))).toBe('todo.notAssignable');
    expect(outcomeOf(await assign(people.owner, people.moderation.profileId))).toBe(200);
    const mine = async (person: ApiClient) => kindsOf(person, { whose: 'mine' });
    expect(await mine(people.moderation)).toEqual(['producerRequest']);
    expect(await mine(people.owner)).toEqual([]);
    expect(await kindsOf(people.owner, { whose: 'unassigned' })).not.toContain('producerRequest');
    expect(outcomeOf(await assign(people.moderation, null))).toBe(200);
    expect(await mine(people.moderation)).toEqual([]);
  });

  test('what is put off leaves the list until its time, and keeps its deadline', async () => {
    const dueAt = async (query: object) =>
      (await todo(people.moderation, query)).items.find(({ id }) => id === requestId)?.dueAt;
    const due = await dueAt({});
    expect(outcomeOf(await snooze(people.moderation, inHours(-1)))).toBe('validate.invalid');
    expect(outcomeOf(await snooze(people.moderation, inHours(31 * 24)))).toBe('validate.invalid');
    await claim(people.owner, 'producerRequest', requestId);
    expect(outcomeOf(await snooze(people.moderation, inHours(2)))).toBe('decision.claimed');
    await release(people.owner, 'producerRequest', requestId);
    expect(outcomeOf(await snooze(people.moderation, inHours(2)))).toBe(200);
    expect(await dueAt({})).toBeUndefined();
    expect(await dueAt({ snoozed: 'true' })).toBe(due);
    await pass(2 * HOUR_MS);
    expect(await dueAt({})).toBe(due);
    await snooze(people.moderation, inHours(2));
    expect(outcomeOf(await snooze(people.moderation, null))).toBe(200);
    expect(await dueAt({})).toBe(due);
  });

  test('an item is not put off beyond its deadline, and shows as late after it all the same', async () => {
    const putOff = (until: Date) =>
      people.moderation.ask('PUT /dsb/todo/{kind}/{id}/snooze', {
        ...item('report', reportId),
        body: { until: until.toISOString() },
      });
    const { dueAt = '' } =
      (await todo(people.moderation)).items.find(({ id }) => id === reportId) ?? {};
    const due = Date.parse(dueAt);
    const refused = await putOff(new Date(due + 1));
    expect(refused.reply.fields?.until?.code).toBe('todo.beyondDeadline');
    expect(outcomeOf(await putOff(new Date(due)))).toBe(200);
    expect(await kindsOf(people.moderation)).not.toContain('report');
    // As an earlier release let people put it off.
    await app.ctx.pool.query(
      `UPDATE work_items SET snoozed_until = $2 WHERE kind = 'report' AND subject_id = $1`,
      [reportId, new Date(due + 24 * HOUR_MS)],
    );
    await pass(due - app.clock.now().getTime() + HOUR_MS);
    const { items, counts } = await todo(people.moderation, { kind: 'report' });
    expect(items.map(({ id }) => id)).toEqual([reportId]);
    expect(counts).toContainEqual({ kind: 'report', waiting: 1, late: 1 });
  });

  test('what was arranged is in the audit log', async () => {
    const entries = await people.owner.call('GET /dsb/audit', {
      query: { action: 'todo', limit: 200 },
    });
    expect(new Set(entries.map(({ action }) => action))).toEqual(
      new Set(['todo.claimed', 'todo.released', 'todo.assigned', 'todo.snoozed']),
    );
    expect(entries.map(({ subject }) => subject)).toContain(`producerRequest/${requestId}`);
  });
});
