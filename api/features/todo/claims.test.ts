// Claims of every kind of open work: of two people who open an item at the same moment one gets it,
// and only they decide it until they release it or do nothing for a while.
import { OPEN_WORK, type OpenWorkKind } from '@camarim/contract/features/dsb';
import { CLAIM_MINUTES } from '@camarim/contract/features/todo/kinds';
import type { MediaId } from '@camarim/contract/ids';
import { DAY_MS, MINUTE_MS } from '@camarim/contract/time';
import { beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { ownerWithItems, type StaffItems } from '../../testing/access/staff/items.ts';
import { appWithBank, type TestAppWithBank } from '../../testing/bank.ts';
import { chargeCard, saveCard } from '../../testing/cards/paying.ts';
import { signInWithProof } from '../../testing/paying-out.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { joinProducer, picture, post } from '../../testing/publishing.ts';

let app: TestAppWithBank;
let first: ApiClient;
let second: ApiClient;
let items: StaffItems;
let others: StaffItems;

beforeAll(async () => {
  app = await appWithBank({ CARD_ACQUIRER: 'cielo' });
  for (const name of ['primeira', 'segunda']) await joinAdmin(app, name);
  const decider = await joinAdmin(app, 'terceira');
  const people = { fan: app.fan, producer: app.producer, decider };
  ({ items } = await ownerWithItems(app, people, 1));
  ({ items: others } = await ownerWithItems(app, people, 2));
  await logIn();
});

/** The two people; access tokens live for minutes. */
const logIn = async (): Promise<void> => {
  first = await signInWithProof(app, 'primeira');
  second = await signInWithProof(app, 'segunda');
};

/** A card payment of 50 reais that is held. */
const heldPayment = async (): Promise<string> => {
  const person = await app.join('pagadora');
  const { id: cardId } = await saveCard(person, { holderName: 'DAVI REVISAR' });
  await chargeCard(person, cardId, 5_000);
  const { rows } = await app.ctx.pool.query<{ id: string }>(
    'SELECT transfer_id AS id FROM charge_reviews WHERE profile_id = $1',
    [person.profileId],
  );
  return rows[0]?.id ?? '';
};

/** A failed picture whose file is kept. */
const failedPicture = async (): Promise<string> => {
  const { reply } = await post(app, await joinProducer(app, 'falha'), [await picture(431)]);
  const id = reply.data.medias[0]?.id as MediaId;
  await app.ctx.pool.query(
    "UPDATE media SET status = 'error', error_code = 'upload.damaged', original_until = $2 WHERE id = $1",
    [id, new Date(app.clock.now().getTime() + DAY_MS)],
  );
  return id;
};

const reason = 'Um motivo do teste';
const params = (id: string) => ({ params: { id: id as never } });
type Decide = (
  person: ApiClient,
  id: string,
) => Promise<{ status: number; reply: { code?: string } }>;

const answer: Decide = (person, id) =>
  person.ask('POST /dsb/help/{id}', { ...params(id), body: { answer: 'Pronto.' } });

/** An item of each kind, and the decision that closes it. */
const KINDS: Record<OpenWorkKind, { id: () => string | Promise<string>; decide: Decide }> = {
  producerRequest: {
    id: () => items.producerRequest,
    decide: (person) =>
      person.ask('POST /profiles/approve-producer', {
        body: { approveToken: items.approveToken, decision: 'reject', reason },
      }),
  },
  ageCheck: {
    id: () => items.ageRequest,
    decide: (person, id) =>
      person.ask('POST /dsb/age/{id}', { ...params(id), body: { verified: false, reason } }),
  },
  performerCheck: {
    id: () => items.performer,
    decide: (person, id) =>
      person.ask('POST /dsb/performers/{id}', {
        ...params(id),
        body: { decision: 'reject', reason },
      }),
  },
  report: {
    id: () => items.report,
    decide: (person, id) =>
      person.ask('POST /dsb/reports/{id}', {
        ...params(id),
        body: { outcome: 'dismissed', reason },
      }),
  },
  removalRequest: {
    id: () => items.removal,
    decide: (person, id) =>
      person.ask('POST /dsb/removals/{id}', {
        ...params(id),
        body: { outcome: 'refused', reason, found: 1 },
      }),
  },
  appeal: { id: () => items.appeal, decide: answer },
  helpTicket: { id: () => items.ticket, decide: answer },
  refundRequest: { id: () => items.refundRequest, decide: answer },
  paymentReview: {
    id: heldPayment,
    decide: (person, id) =>
      person.ask('POST /dsb/transactions/{id}/release', { ...params(id), body: { reason } }),
  },
  dispute: {
    id: () => items.dispute,
    decide: (person, id) =>
      person.ask('POST /dsb/disputes/{id}', {
        ...params(id),
        body: { decision: 'answered', reason },
      }),
  },
  fraudAlert: {
    id: () => items.fraudAlert,
    decide: (person, id) =>
      person.ask('POST /dsb/fraud/{id}', {
        ...params(id),
        body: { decision: 'release', reason },
      }),
  },
  cashOut: {
    id: () => items.cashOut,
    decide: (person, id) =>
      person.ask('POST /dsb/cash-outs/{id}', { ...params(id), body: { approve: true } }),
  },
  disputedOrder: {
    id: () => items.soldOrder,
    decide: (person, id) =>
      person.ask('POST /dsb/orders/{id}', {
        ...params(id),
        body: { outcome: 'settle', reason },
      }),
  },
  statementDifference: {
    id: () => items.chargeDifference,
    decide: (person, id) =>
      person.ask('POST /dsb/statement-differences/{id}', { ...params(id), body: { reason } }),
  },
  failedMedia: {
    id: failedPicture,
    decide: (person, id) => person.ask('POST /dsb/medias/{id}/retry', params(id)),
  },
  contentReview: {
    id: () => items.framesReview,
    decide: (person, id) =>
      person.ask('POST /dsb/reviews/{id}', {
        ...params(id),
        body: { outcome: 'approved', version: 1 },
      }),
  },
};

const outcomeOf = ({ status, reply }: { status: number; reply: { code?: string } }) =>
  reply.code ?? status;

test.each(OPEN_WORK)(
  'an item (%s) that two people open at once is decided by one of them only',
  async (kind) => {
    const { id: idOf, decide } = KINDS[kind];
    const id = await idOf();
    const item = { params: { kind, id } };
    const claim = (person: ApiClient) => person.ask('POST /dsb/todo/{kind}/{id}/claim', item);
    const outcomes = (await Promise.all([claim(first), claim(second)])).map(outcomeOf);
    expect(outcomes.map(String).toSorted()).toEqual(['200', 'decision.claimed']);
    const [holder, other] = outcomes[0] === 200 ? [first, second] : [second, first];
    const shown = async (person: ApiClient) =>
      (await person.call('GET /dsb/todo', { query: { whose: 'claimed', limit: 100 } })).items.find(
        (found) => found.kind === kind && found.id === id,
      )?.claim;
    expect(await shown(other)).toMatchObject({
      by: { domainName: holder.domainName },
      mine: false,
    });
    expect(outcomeOf(await decide(other, id))).toBe('decision.claimed');
    await holder.call('DELETE /dsb/todo/{kind}/{id}/claim', item);
    expect(await shown(other)).toBeUndefined();
    expect(outcomeOf(await claim(other))).toBe(200);
    app.clock.advance(CLAIM_MINUTES * MINUTE_MS);
    await logIn();
    expect(await shown(first)).toBeUndefined();
    expect(outcomeOf(await decide(first, id))).toBe(200);
  },
  60_000,
);

test('a first agreement ends the claim of who gave it, so that the second person can decide', async () => {
  const config = app.ctx.config as { adminSecondPerson: boolean };
  config.adminSecondPerson = true;
  const { decide } = KINDS.cashOut;
  const id = others.cashOut;
  await first.call('POST /dsb/todo/{kind}/{id}/claim', { params: { kind: 'cashOut', id } });
  expect(outcomeOf(await decide(first, id))).toBe(200);
  expect(outcomeOf(await decide(second, id))).toBe(200);
  config.adminSecondPerson = false;
});
