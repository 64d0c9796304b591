// One item of each kind that the team decides about, of one person: for the walk of staff rights.
import type { LiveId } from '@camarim/contract/features/lives';
import type { OrderId } from '@camarim/contract/features/orders';
import type { ChargeId, MediaId, PostId, TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import type { ApiClient } from '../../../api-client.ts';
import { newId } from '../../../platform/ids/new-id.ts';
import { hashToken } from '../../../platform/tokens/hash-token.ts';
import type { TestApp } from '../../app.ts';
import { partyOf } from '../../lives/party.ts';
import { disputedOrder } from '../../orders/ordering.ts';
import { fill, joinProducer, publish } from '../../publishing.ts';
import { insertInto } from './insert-into.ts';
import { ticketsOf } from './tickets.ts';

/** Ids, all of things of one person. */
export type StaffItems = {
  profileId: ApiClient['profileId'];
  userId: string;
  mediaId: MediaId;
  postId: PostId;
  liveId: LiveId;
  frameId: string;
  framesReview: string;
  failedMediaId: string;
  report: string;
  /** Another person's thing, which this one reported. */
  reportByThem: string;
  removal: string;
  review: string;
  refusedReview: string;
  hold: string;
  /** Orders in which they are the producer, and the fan. */
  soldOrder: OrderId;
  askedOrder: OrderId;
  ticket: string;
  refundRequest: string;
  /** A fan's request, for a tip to them. */
  refundFromThem: string;
  /** Appeals of theirs, and of another person who reported what is theirs. */
  appeal: string;
  appealAboutThem: string;
  /** A fan's, against the decision of an order with them. */
  appealAboutTheirOrder: string;
  /** Fans', against what they decided, and against what they agreed to before another decided. */
  appealAgainstThem: string;
  appealAgainstAgreed: string;
  ageRequest: string;
  performer: string;
  producerRequest: string;
  /** The token of the email to administrators. */
  approveToken: string;
  transfer: TransferId;
  tip: TransferId;
  dispute: string;
  paymentReview: string;
  cashOut: string;
  chargeDifference: string;
  cashOutDifference: string;
  fraudAlert: string;
  /** About a payer, for payments to them. */
  fraudAlertAsProducer: string;
};

const reportOf = async (
  person: ApiClient,
  targetKind: 'post' | 'live',
  targetId: string,
): Promise<string> =>
  (
    await person.call('POST /reports', {
      body: { targetKind, targetId, reason: 'fraud', text: 'vejam' },
    })
  ).id;

const contentOf = async (app: TestApp, owner: ApiClient, fan: ApiClient, seed: number) => {
  const insert = insertInto(app);
  const now = app.clock.now();
  const pictures = { seed, pictures: 2, text: 'com imagens' };
  const { id: postId, mediaIds } = await publish(app, owner, pictures);
  const [mediaId, failedMediaId] = mediaIds as [MediaId, MediaId];
  const text = async () => (await publish(app, owner, { pictures: 0, text: 'só texto' })).id;
  const [held, refused, reported] = [await text(), await text(), await text()];
  await app.ctx.pool.query('UPDATE posts SET held_at = $2 WHERE id = ANY($1)', [
    [held, refused],
    now,
  ]);
  const reviewed = { kind: 'post', producer_id: owner.profileId, cause: 'all', created_at: now };
  const removal = await insert('removal_requests', {
    id: newId(),
    reference: `R-${seed}`,
    token_hash: Buffer.from(`${seed}`),
    ground: 'intimateImage',
    by_representative: false,
    created_at: now,
    confirmed_at: now,
    due_at: new Date(now.getTime() + HOUR_MS),
    searched_at: now,
  });
  await app.ctx.pool.query(
    "INSERT INTO removal_items (request_id, media_id, via, found_at) VALUES ($1, $2, 'link', $3)",
    [removal, mediaId, now],
  );
  await app.ctx.pool.query(
    "UPDATE media SET status = 'error', error_code = 'media.failed' WHERE id = $1",
    [failedMediaId],
  );
  return {
    postId,
    mediaId,
    failedMediaId,
    report: await reportOf(fan, 'post', reported),
    removal,
    review: await insert('content_reviews', { id: newId(), subject_id: held, ...reviewed }),
    refusedReview: await insert('content_reviews', {
      id: newId(),
      subject_id: refused,
      ...reviewed,
      state: 'refused',
      reason: 'other',
      decided_at: now,
      decided_by: fan.profileId,
    }),
    hold: await insert('legal_holds', {
      id: newId(),
      subject_kind: 'post',
      subject_id: reported,
      owner_id: owner.profileId,
      reason: 'Ofício 7',
      placed_by: fan.profileId,
      placed_at: now,
    }),
  };
};

const moneyOf = async (app: TestApp, { profileId }: ApiClient, payer: ApiClient) => {
  const insert = insertInto(app);
  const now = app.clock.now();
  const day = now.toISOString().slice(0, 10);
  const charge = await insert('charges', {
    id: newId(),
    profile_id: profileId,
    provider: 'pix',
    method: 'pix',
    status: 'paid',
    amount_centavos: 5_000,
    paid_centavos: 5_000,
    created_at: now,
    expires_at: now,
    paid_at: now,
  });
  const { transferId: transfer } = await app.ctx.ledger.post({
    kind: 'topUp',
    chargeId: charge as ChargeId,
    profileId,
    gateway: 'pix',
    amount: centavos(5_000),
  });
  const ofCharge = { charge_id: charge, profile_id: profileId, transfer_id: transfer };
  const dueAt = new Date(now.getTime() + HOUR_MS);
  await app.ctx.pool.query(
    `INSERT INTO disputes (charge_id, profile_id, transfer_id, amount_centavos, opened_at)
      VALUES ($1, $2, $3, 5000, $4)`,
    [...Object.values(ofCharge), now],
  );
  await app.ctx.pool.query(
    `INSERT INTO charge_reviews (charge_id, profile_id, transfer_id, reason, opened_at, due_at)
      VALUES ($1, $2, $3, 'acquirer', $4, $5)`,
    [...Object.values(ofCharge), now, dueAt],
  );
  await fill(app, payer, 1_000);
  const { transferId: tip } = await app.ctx.ledger.post({
    kind: 'tip',
    key: newId(),
    fromId: payer.profileId,
    toId: profileId,
    postId: null,
    amount: centavos(1_000),
    feeBps: 0,
  });
  const cashOut = await insert('cash_outs', {
    id: newId(),
    profile_id: profileId,
    status: 'requested',
    amount_centavos: 1_000,
    fee_centavos: 0,
    destination: 'Pix',
    provider: 'pix',
    created_at: now,
    day,
  });
  const difference = { provider: 'pix', day, kind: 'amount', found_at: now };
  const alert = {
    rule: 'newPayer',
    subject: newId(),
    evidence: '{"people":[],"sales":[],"times":[]}',
    opened_at: now,
    last_at: now,
  };
  return {
    transfer,
    tip,
    dispute: transfer,
    paymentReview: transfer,
    cashOut,
    chargeDifference: await insert('statement_differences', {
      id: newId(),
      ref: charge,
      charge_id: charge,
      ...difference,
    }),
    cashOutDifference: await insert('statement_differences', {
      id: newId(),
      ref: cashOut,
      cash_out_id: cashOut,
      ...difference,
    }),
    fraudAlert: await insert('fraud_alerts', { id: newId(), ...alert, about_id: profileId }),
    fraudAlertAsProducer: await insert('fraud_alerts', {
      id: newId(),
      ...alert,
      subject: newId(),
      about_id: payer.profileId,
      producer_id: profileId,
    }),
  };
};

const checksOf = async (app: TestApp, { profileId }: ApiClient) => {
  const insert = insertInto(app);
  const now = app.clock.now();
  const asked = { id: newId(), profile_id: profileId, requested_at: now };
  const approveToken = `link-${profileId}`;
  return {
    approveToken,
    ageRequest: await insert('age_requests', asked),
    performer: await insert('performers', {
      id: newId(),
      producer_id: profileId,
      stage_name: 'Duda',
      document_hash: Buffer.from(profileId),
      consent: 'given',
      answered_at: now,
      created_at: now,
    }),
    producerRequest: await insert('producer_requests', {
      ...asked,
      id: newId(),
      document_hash: Buffer.from(profileId),
      token_hash: hashToken(approveToken),
      token_expires_at: new Date(now.getTime() + HOUR_MS),
    }),
  };
};

/**
 * Items of the producer `owner`; `seed` is different for each. `producer` is another one, and
 * `decider` a person of the team who decided what was decided already.
 */
const staffItemsOf = async (
  app: TestApp,
  people: { owner: ApiClient; fan: ApiClient; producer: ApiClient; decider: ApiClient },
  seed: number,
): Promise<StaffItems> => {
  const { owner, fan, producer } = people;
  const { profileId } = owner;
  const content = await contentOf(app, owner, fan, seed);
  const money = await moneyOf(app, owner, fan);
  const liveId = await partyOf(app, owner);
  const batchId = newId();
  const frameId = await insertInto(app)('live_frames', {
    id: newId(),
    live_id: liveId,
    kind: 'regular',
    has_picture: false,
    // Long before the report of the show, which would keep it as evidence.
    taken_at: new Date(app.clock.now().getTime() - HOUR_MS),
    hash: 0,
    blocked: false,
    batch_id: batchId,
  });
  const framesReview = await insertInto(app)('content_reviews', {
    id: newId(),
    kind: 'frames',
    subject_id: batchId,
    producer_id: profileId,
    cause: 'all',
    created_at: app.clock.now(),
  });
  const soldOrder = await disputedOrder(app, fan, owner);
  const theirs = await publish(app, producer, { pictures: 0, text: `de outra ${seed}` });
  const { rows } = await app.ctx.pool.query<{ id: string }>(
    'SELECT user_id AS id FROM profiles WHERE id = $1',
    [profileId],
  );
  return {
    profileId,
    userId: rows[0]?.id ?? '',
    liveId,
    frameId,
    framesReview,
    ...content,
    ...money,
    reportByThem: await reportOf(owner, 'post', theirs.id),
    soldOrder,
    askedOrder: await disputedOrder(app, owner, producer),
    ...(await checksOf(app, owner)),
    ...(await ticketsOf(app, people, {
      reportId: await reportOf(fan, 'live', liveId),
      soldOrder,
      ...money,
    })),
  };
};

/** A producer with their items, whom the tests make a person of the team. */
export const ownerWithItems = async (
  app: TestApp,
  people: { fan: ApiClient; producer: ApiClient; decider: ApiClient },
  seed: number,
): Promise<{ person: ApiClient; items: StaffItems }> => {
  const person = await joinProducer(app, `dona${seed}`);
  return { person, items: await staffItemsOf(app, { ...people, owner: person }, seed * 100) };
};
