// A withdrawal and a purchase at the same moment: of the two, either the sale is refused or its
// money goes back. Other work is held by a lock until both have begun.
import type { MessageId } from '@camarim/contract/features/chats/messages';
import type { PerformerId, PostId } from '@camarim/contract/ids';
import type { Centavos } from '@camarim/contract/money';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../../api-client.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { type TestApp, testApp } from '../../testing/app.ts';
import { untilWaitingForLock } from '../../testing/until.ts';
import { walletOf } from '../../testing/cards/paying.ts';
import { joinPerformer, type TestPerformer } from '../../testing/identity/performing.ts';
import { joinAdmin } from '../../testing/producing.ts';
import { follow, send } from '../../testing/chatting.ts';
import { newPicture } from '../../testing/orders/ordering.ts';
import { fill, joinProducer, publish } from '../../testing/publishing.ts';

const PRICE = 1_000;
let app: TestApp;
let admin: ApiClient;
let lia: ApiClient;
let davi: ApiClient;
let seed = 950;

beforeAll(async () => {
  app = await testApp();
  admin = await joinAdmin(app, 'conferente');
  lia = await joinProducer(app, 'lia.solar');
  davi = await app.join('davi.fan');
  await follow(davi, lia);
  await fill(app, davi, 20_000);
});

const performer = (scope: 'post' | 'message' = 'post') =>
  joinPerformer(app, { admin, producer: lia }, (seed += 1), [scope]);
const post = (performerIds: readonly string[]) =>
  publish(app, lia, { seed: (seed += 1), performerIds, price: PRICE } as never);
const buy = (id: PostId) =>
  davi.ask('POST /posts/{id}/purchase', {
    params: { id },
    body: { price: PRICE as Centavos },
    idempotencyKey: newId(),
  });
const withdraw = async (person: TestPerformer) => {
  const token = await person.link();
  return app.visitor.ask('POST /publics/performers/withdraw', { body: { token } });
};
const balance = async () => (await walletOf(davi))?.balance ?? 0;
/** Never, when one of the two is answered instead. */
const bothWait = () => untilWaitingForLock(app.ctx.pool, 2).catch(() => new Promise(() => {}));
/**
 * Holds rows of the database until `work` finishes, which may end with a statement of the same
 * values.
 */
const holding = async <T>(
  statement: string,
  values: unknown[],
  work: (finish: (last?: string) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const client = await app.ctx.pool.connect();
  const finish = async (last?: string) => {
    if (last) await client.query(last, values);
    await client.query('COMMIT');
  };
  try {
    await client.query('BEGIN');
    await client.query(statement, values);
    return await work(finish);
  } finally {
    await finish();
    client.release();
  }
};

test('a post that closes after its buyer was let through is not sold', async () => {
  const { id } = await post([]);
  const before = await balance();
  const bought = await holding(
    'SELECT FROM posts WHERE id = $1 FOR UPDATE',
    [id],
    async (finish) => {
      // It has been allowed, and waits for the row that a withdrawal changes.
      const buying = buy(id);
      await untilWaitingForLock(app.ctx.pool);
      await finish('UPDATE posts SET withheld_at = now() WHERE id = $1');
      return buying;
    },
  );
  expect(bought.reply.code).toBe('post.notForSale');
  expect(await balance()).toBe(before);
});

test('a sale that was begun before the withdrawal, and carries a later instant, is returned', async () => {
  const person = await performer();
  const { id } = await post([person.id]);
  const before = await balance();
  await holding('SELECT FROM posts WHERE id = $1 FOR KEY SHARE', [id], async (finish) => {
    // Signed now; it waits for the sale that holds the post.
    const withdrawing = withdraw(person);
    await untilWaitingForLock(app.ctx.pool);
    app.clock.advance(2_000);
    expect((await buy(id)).status).toBe(200);
    expect(await balance()).toBe(before - PRICE);
    await finish();
    expect((await withdrawing).status).toBe(200);
  });
  await app.runJobs();
  expect(await balance()).toBe(before);
});

describe('media of a message', () => {
  const offer = async (performerIds: readonly PerformerId[]): Promise<MessageId> => {
    const medias = [await newPicture(app, lia)];
    const { reply } = await send(lia, davi, {
      message: 'olha',
      medias,
      performerIds: [...performerIds],
      price: PRICE as Centavos,
    });
    await app.runJobs();
    return reply.data.id;
  };
  const buyMessage = (id: MessageId) =>
    davi.ask('POST /chats/messages/{id}/purchase', {
      params: { id },
      body: { price: PRICE as Centavos, version: 1 },
      idempotencyKey: newId(),
    });
  const WALLET = `SELECT FROM ledger_accounts WHERE owner_profile_id = $1 AND kind = 'wallet'
    FOR UPDATE`;

  test('media of a message whose sale is under way at a withdrawal are returned to their buyer', async () => {
    const person = await performer('message');
    const id = await offer([person.id]);
    const before = await balance();
    await holding(WALLET, [davi.profileId], async (finish) => {
      // It has read that nothing of the message is withheld, and waits to pay.
      const buying = buyMessage(id);
      await untilWaitingForLock(app.ctx.pool);
      const withdrawing = withdraw(person);
      // Either it waits for the sale, or it is done, and so is what follows it.
      const followed = withdrawing.then(() => app.runJobs());
      await Promise.race([bothWait(), followed]);
      await finish();
      expect([(await buying).status, (await withdrawing).status]).toEqual([200, 200]);
      await followed;
    });
    expect(await balance()).toBe(before);
  });

  test('media of a message whose buyer comes during a withdrawal are not sold', async () => {
    const person = await performer('message');
    const id = await offer([person.id]);
    const before = await balance();
    const bought = await holding(
      'SELECT FROM consent_entries_head FOR UPDATE',
      [],
      async (finish) => {
        const withdrawing = withdraw(person);
        await untilWaitingForLock(app.ctx.pool);
        const buying = buyMessage(id);
        await Promise.race([bothWait(), buying]);
        await finish();
        expect((await withdrawing).status).toBe(200);
        return buying;
      },
    );
    await app.runJobs();
    expect(bought.reply.code).toBe('message.notForSale');
    expect(await balance()).toBe(before);
  });

  test('media of a message without a person who withdrew are sold', async () => {
    const [person, id] = [await performer('message'), await offer([])];
    const before = await balance();
    await withdraw(person);
    expect((await buyMessage(id)).status).toBe(200);
    await app.runJobs();
    expect(await balance()).toBe(before - PRICE);
  });
});
