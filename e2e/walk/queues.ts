// An item of nearly each kind of open work: most as rows of the database, because by the API alone
// they take days or a bank. All are about one new producer, whom no other journey uses.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import sharp from 'sharp';
import type { Connection } from '../../api/platform/database/database.ts';
import { DiskStore } from '../../api/platform/blobs/disk-store.ts';
import { insertInto } from '../../api/testing/access/staff/insert-into.ts';
import { DAY_MS, HOUR_MS } from '../../contract/time.ts';
import { openDatabase } from './database.ts';
import { approveProducer, call, type Charge, createAccount, payPix } from '../people.ts';

const VALUE = 7_000;
const LONG_TEXT =
  'Paguei e o conteúdo não abriu em nenhum aparelho, nem entrando de novo na conta. '.repeat(4);

type Member = { context: BrowserContext; profileId: string };
type Payment = { charge: string; transfer: string };
type Writer = {
  insert: ReturnType<typeof insertInto>;
  pool: Connection['pool'];
  now: Date;
};

/** A Pix of the member that arrived. */
const payOnce = async ({ context }: Member): Promise<Payment> => {
  const order = { paymentMethodKey: 'pix', value: VALUE };
  const charge = (await call(context, 'POST', '/funds', order)) as Charge;
  await payPix(context, charge);
  const [line] = (await call(context, 'GET', '/funds/statements')) as { transferId: string }[];
  if (!line) throw new Error('the payment is not in the statement');
  return { charge: charge.id, transfer: line.transferId };
};

const addMoney = async ({ insert, pool, now }: Writer, { profileId }: Member, paid: Payment) => {
  const ofCharge = [paid.charge, profileId, paid.transfer];
  await pool.query(
    `INSERT INTO disputes
      (charge_id, profile_id, transfer_id, amount_centavos, opened_at, answer_by)
      VALUES ($1, $2, $3, ${VALUE}, $4, $5)`,
    [...ofCharge, now, new Date(now.getTime() + DAY_MS)],
  );
  await pool.query(
    `INSERT INTO charge_reviews (charge_id, profile_id, transfer_id, reason, opened_at, due_at)
      VALUES ($1, $2, $3, 'firstCardPayment', $4, $5)`,
    [...ofCharge, now, new Date(now.getTime() + DAY_MS)],
  );
  const day = now.toISOString().slice(0, 10);
  await insert('cash_outs', {
    id: randomUUID(),
    profile_id: profileId,
    status: 'requested',
    amount_centavos: VALUE,
    fee_centavos: 0,
    destination: 'Pix: CPF ***.456.789-**',
    provider: 'pix',
    created_at: now,
    day,
    waits_for: ['amount', 'first'],
  });
  await insert('statement_differences', {
    id: randomUUID(),
    provider: 'pix',
    day,
    kind: 'amount',
    ref: paid.charge,
    charge_id: paid.charge,
    theirs_centavos: VALUE + 1,
    ours_centavos: VALUE,
    found_at: now,
  });
  for (const rule of ['pairDay', 'declinesBin', 'newPayers'])
    await insert('fraud_alerts', {
      id: randomUUID(),
      rule,
      subject: randomUUID(),
      about_id: rule === 'declinesBin' ? null : profileId,
      evidence: JSON.stringify({
        ...(rule === 'pairDay'
          ? { counted: VALUE, limit: VALUE, unit: 'centavos' }
          : { counted: 12, limit: 10, unit: 'count' }),
        hours: 24,
        people: [profileId],
        sales: [{ id: paid.transfer, at: now.toISOString(), amount: VALUE }],
        times: [now.toISOString()],
        ...(rule === 'declinesBin' && { bin: '544828' }),
      }),
      opened_at: now,
      last_at: now,
    });
};

/** A post and frames of a show in review, and a picture that could not be encoded. */
const addContent = async ({ insert, pool, now }: Writer, { profileId }: Member) => {
  const post = await insert('posts', {
    id: randomUUID(),
    profile_id: profileId,
    text: LONG_TEXT,
    audience: 'public',
    status: 'processed',
    start_when: now,
    created_at: now,
    held_at: now,
  });
  const live = await insert('lives', {
    id: randomUUID(),
    producer_id: profileId,
    type: 2,
    title: 'Noite de perguntas',
    started_at: now,
    published_at: now,
    ended_at: now,
    end_reason: 'producer',
  });
  const content = await sharp({
    create: { width: 480, height: 270, channels: 3, background: { r: 40, g: 90, b: 120 } },
  })
    .webp()
    .toBuffer();
  const store = new DiskStore(join(process.env['E2E_HOME'] ?? '', 'blobs'));
  const batch = randomUUID();
  for (const hasPicture of [true, true, false]) {
    const frame = await insert('live_frames', {
      id: randomUUID(),
      live_id: live,
      kind: 'regular',
      has_picture: hasPicture,
      taken_at: now,
      hash: 0,
      blocked: false,
      batch_id: batch,
    });
    const key = `live-frames/${live}/${frame}.webp`;
    if (hasPicture) await store.write('private', key, content, { contentType: 'image/webp', now });
  }
  for (const [kind, subject] of [
    ['frames', batch],
    ['post', post],
  ])
    await insert('content_reviews', {
      id: randomUUID(),
      kind,
      subject_id: subject,
      producer_id: profileId,
      cause: 'all',
      created_at: now,
    });
  const key = `any/${randomUUID()}`;
  await insert('media', {
    id: randomUUID(),
    owner_id: profileId,
    purpose: 'post',
    content_type: 'video/mp4',
    name: 'um-arquivo-com-um-nome-bem-comprido-que-nao-cabe-na-linha-final-2.mp4',
    bucket: 'private',
    original_key: key,
    upload_key: key,
    bytes: 1_000,
    kind: 'video',
    status: 'error',
    error_code: 'media.processingFailed',
    tries: 3,
    try_began_at: now,
    try_ended_at: now,
    last_error_code: 'media.processingFailed',
    last_error_detail: 'Invalid data found when processing input',
    created_at: now,
  });
  await pool.query(
    `INSERT INTO removal_requests (id, reference, token_hash, ground, by_representative, created_at,
      confirmed_at, due_at, searched_at)
      VALUES ($1, $2, $3, 'intimateImage', false, $4, $4, $5, $4)`,
    [randomUUID(), randomUUID().slice(0, 9), randomUUID(), now, new Date(now.getTime() + DAY_MS)],
  );
  return live;
};

/** Acts that can be appealed against, with what each is about. */
const APPEALS = ['user.blocked', 'live.pause', 'payoutRules.held', 'order.settled'] as const;

const addPeople = async (
  { insert, pool, now }: Writer,
  { profileId }: Member,
  { decider, live, refundOf }: { decider: string; live: string; refundOf: string },
) => {
  for (const action of APPEALS) {
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO admin_log (admin_profile_id, action, profile_id, subject_id, reason, created_at)
        VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [decider, action, profileId, action === 'live.pause' ? live : randomUUID(), LONG_TEXT, now],
    );
    await insert('help_tickets', {
      id: randomUUID(),
      profile_id: profileId,
      message: `Não concordo. ${LONG_TEXT}`,
      created_at: now,
      due_at: new Date(now.getTime() + HOUR_MS),
      appeals: rows[0]?.id,
    });
  }
  await insert('help_tickets', {
    id: randomUUID(),
    profile_id: profileId,
    message: `Quero o dinheiro de volta. ${LONG_TEXT}`,
    created_at: now,
    refund_of: refundOf,
  });
  await insert('age_requests', { id: randomUUID(), profile_id: profileId, requested_at: now });
  await insert('performers', {
    id: randomUUID(),
    producer_id: profileId,
    stage_name: 'Duda',
    document_hash: randomUUID(),
    consent: 'given',
    answered_at: now,
    created_at: now,
  });
};

/**
 * Fills the queues with items about a new producer. `holder` is the profile of a person of the
 * team, who decided what is appealed against and has claimed a dispute and a payment in review.
 */
export const fillQueues = async (context: BrowserContext, holder: string): Promise<void> => {
  const username = `fila${Date.now() % 1_000_000}`;
  await createAccount(context, username);
  approveProducer(username);
  const { profile } = (await call(context, 'GET', '/auth')) as { profile: { id: string } };
  const member = { context, profileId: profile.id };
  const paid = await payOnce(member);
  const { pool, close } = await openDatabase();
  const writer: Writer = { insert: insertInto({ ctx: { pool } }), pool, now: new Date() };
  try {
    await addMoney(writer, member, paid);
    const live = await addContent(writer, member);
    await addPeople(writer, member, { decider: holder, live, refundOf: paid.transfer });
    for (const kind of ['dispute', 'paymentReview'])
      await pool.query(
        `INSERT INTO work_items (kind, subject_id, claimed_by, claimed_until, updated_at)
          VALUES ($1, $2, $3, $4, $5)`,
        [kind, paid.transfer, holder, new Date(writer.now.getTime() + HOUR_MS), writer.now],
      );
  } finally {
    await close();
  }
};
