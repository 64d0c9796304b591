// The application killed while a person withdraws their consent and while the money of buyers goes
// back: every buyer gets it once.
import { createHash, randomUUID } from 'node:crypto';
import type { ChargeId, ProfileId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../platform/ids/new-id.ts';
import { until } from '../../testing/until.ts';
import { type KilledApp, killedApp, type Step } from '../../testing/crash/killed-app.ts';
import { chooseSteps } from '../../testing/crash/soak.ts';

const PRICE = 1_000;
const BALANCE = 4_000;
/** A busy machine needs seconds to start the application again. */
const PATIENCE_MS = 120_000;
vi.setConfig({ testTimeout: 400_000, hookTimeout: 400_000 });

let app: KilledApp;
let producer: { token: string; profileId: string };
beforeAll(async () => {
  app = await killedApp();
  producer = await app.signIn('vendedora', 10_000);
});

const count = async (sql: string, id: string): Promise<number> =>
  (await app.database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`, [id]))
    .rows[0]?.n ?? -1;

/** A person in the post, who consented to it and has a link. */
const consenting = async (postId: string): Promise<{ token: string; id: string }> => {
  const [id, token] = [newId(), `link-${randomUUID()}`];
  const hash = createHash('sha256').update(token).digest();
  await app.database.pool.query(
    `INSERT INTO performers (id, producer_id, stage_name, document_hash, consent, answered_at,
      review, reviewed_at, reviewed_by, created_at, token_hash, token_expires_at)
     VALUES ($1, $2, 'Duda', $3, 'given', now(), 'approved', now(), $2, now(), $3,
       now() + interval '1 day')`,
    [id, producer.profileId, hash],
  );
  await app.database.pool.query(
    `INSERT INTO consent_entries (id, performer_id, producer_id, act, scope, text_version,
      signed_by, network, signed_at)
     VALUES ($1, $2, $3, 'grant', 'post', 1, 'link', '192.0.2.0/24', now())`,
    [newId(), id, producer.profileId],
  );
  await app.database.pool.query(
    'INSERT INTO post_performers (post_id, performer_id) VALUES ($1, $2)',
    [postId, id],
  );
  return { token, id };
};

const STEPS = chooseSteps<Step>([
  'before consent',
  'uncommitted consent',
  'committed consent',
  'before consentRefund',
  'uncommitted consentRefund',
  'committed consentRefund',
]);

it.each(STEPS)(
  'an application that is killed at "%s" returns the money of both buyers of a post once',
  async (step) => {
    await app.restartWhenDead();
    const body = { text: `Post de ${step}`, price: PRICE, public: true };
    const post = await app.press<{ id: string }>('POST', '/posts', producer.token, {
      key: randomUUID(),
      body,
    });
    const person = await consenting(post.id);
    const buyers = [];
    for (const name of ['ana', 'bia']) {
      const buyer = await app.signIn(`${name}-${step.replace(' ', '-')}`);
      await app.ledger.post({
        kind: 'topUp',
        chargeId: newId() as ChargeId,
        profileId: buyer.profileId as ProfileId,
        gateway: 'pix',
        amount: centavos(BALANCE),
      });
      await app.press('POST', `/posts/${post.id}/purchase`, buyer.token, {
        key: randomUUID(),
        body: { price: PRICE },
      });
      buyers.push(buyer);
    }
    const died = app.dieAt(step);
    const request = { body: { token: person.token } };
    await app.call('POST', '/publics/performers/withdraw', '', request);
    await until(died, PATIENCE_MS);
    await app.restartWhenDead();
    // The person presses again when they got no answer; who has withdrawn can't do so twice.
    if (
      (await count("consent_entries WHERE performer_id = $1 AND act = 'withdrawal'", person.id)) ===
      0
    )
      await app.press('POST', '/publics/performers/withdraw', '', request);
    await until(
      async () => (await count('consent_refunds WHERE performer_id = $1', person.id)) === 2,
      PATIENCE_MS,
    );
    for (const { token, profileId } of buyers) {
      expect(await app.call('GET', '/funds', token)).toMatchObject([{ balance: BALANCE }]);
      expect(await count('consent_refunds WHERE buyer_id = $1', profileId)).toBe(1);
      expect(
        await count(
          'ledger_transfers r JOIN ledger_transfers t ON t.id = r.reverses WHERE t.actor_profile_id = $1',
          profileId,
        ),
      ).toBe(1);
    }
  },
);

it('the refunds leave the ledger consistent', async () => {
  expect(await app.ledger.checkInvariants()).toEqual([]);
});
