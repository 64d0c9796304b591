// Concurrent transfers on real PostgreSQL: sums stay zero, balances stay above zero, and every
// caller receives the true outcome.
import type { PostId, ProfileId, TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { DAY_MS } from '@camarim/contract/time';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { ledgerParts } from '../../testing/ledger/parts.ts';
import { type TestLedger, testLedger } from '../../testing/ledger/ledger.ts';
import type { Movement } from './movements.ts';
import { createLedger } from './service.ts';

const WORKERS = 32;
const ROUNDS = 40;
const START = 20_000;

let world: TestLedger;

beforeAll(async () => {
  world = await testLedger({ max: 40 });
});

type SentMovement = {
  movement: Extract<Movement, { kind: 'tip' | 'purchase' }>;
  transferId: TransferId;
};

/** Numbers that are the same at every run. */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
};

/**
 * A sale of up to 1,500 centavos from a wallet that holds 20,000: most wallets run dry before the
 * rounds end.
 */
const randomSale = (
  random: (below: number) => number,
  fans: ProfileId[],
  producers: ProfileId[],
): SentMovement['movement'] => {
  const facts = { key: newId(), feeBps: 2_000 };
  const from = fans[random(fans.length)] as ProfileId;
  const to = producers[random(producers.length)] as ProfileId;
  const amount = centavos(100 + random(1_400));
  if (random(2) === 0)
    return { kind: 'tip', fromId: from, toId: to, postId: null, amount, ...facts };
  return {
    kind: 'purchase',
    buyerId: from,
    sellerId: to,
    postId: newId() as PostId,
    price: amount,
    ...facts,
  };
};

test('32 workers with overdrafts, replays, rollbacks and folds in two processes keep every invariant', async () => {
  const fans = await world.people(12);
  const producers = await world.people(3);
  for (const fan of fans) await world.fill(fan, START);
  // A second ledger stands for a second process: it gathers on its own and knows nothing of the
  // first.
  const ledgers = [world.ledger, createLedger(ledgerParts(world.database, world.clock))] as const;
  const sent: SentMovement[] = [];
  const outcomes = { posted: 0, replayed: 0, refused: 0, undone: 0 };

  const worker = async (number: number): Promise<void> => {
    const random = randomOf(number + 1);
    const ledger = ledgers[number % 2] as TestLedger['ledger'];
    for (let round = 0; round < ROUNDS; round++) {
      const again = sent.length > 0 && random(5) === 0 ? sent[random(sent.length)] : undefined;
      const movement = again?.movement ?? randomSale(random, fans, producers);
      const inside = random(3) === 0;
      const undo = inside && !again && random(4) === 0;
      try {
        const { transferId, replayed } = inside
          ? await transaction(world.database.db, async (tx) => {
              const posted = await ledger.postIn(tx, movement);
              if (undo) throw new Error('undone');
              return posted;
            })
          : await ledger.post(movement);
        expect(replayed).toBe(again !== undefined);
        expect(transferId).toBe(again?.transferId ?? transferId);
        if (!again) sent.push({ movement, transferId });
        outcomes[replayed ? 'replayed' : 'posted'] += 1;
      } catch (error) {
        if (error instanceof Error && error.message === 'undone') outcomes.undone += 1;
        else if (error instanceof AppError && error.code === 'wallet.insufficient')
          outcomes.refused += 1;
        else throw error;
      }
      if (random(20) === 0) await ledger.fold();
      if (random(40) === 0) {
        world.clock.advance(DAY_MS);
        await ledger.releaseDue();
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, number) => worker(number)));

  for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(20);
  expect(await world.ledger.checkInvariants()).toEqual([]);
  const { rows } = await world.database.pool.query<{ id: string }>(
    "SELECT id FROM ledger_transfers WHERE kind IN ('tip', 'purchase')",
  );
  expect(rows.map(({ id }) => id).sort()).toEqual(
    sent.map(({ transferId }) => transferId as string).sort(),
  );
  for (const fan of fans) {
    const spent = sent.reduce(
      (sum, { movement }) =>
        sum +
        (movement.kind === 'tip'
          ? movement.fromId === fan
            ? movement.amount
            : 0
          : movement.buyerId === fan
            ? movement.price
            : 0),
      0,
    );
    expect((await world.ledger.balanceOf(fan)).balance).toBe(START - spent);
  }
});

test('one tip sent by 50 callers at once, in two processes, happens once', async () => {
  const [fan, producer] = (await world.people(2)) as [ProfileId, ProfileId];
  await world.fill(fan, 1_000);
  const other = createLedger(ledgerParts(world.database, world.clock));
  const movement: Movement = {
    kind: 'tip',
    key: 'one-tip-only',
    fromId: fan,
    toId: producer,
    postId: null,
    amount: centavos(600),
    feeBps: 2_000,
  };
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => (index % 2 ? other : world.ledger).post(movement)),
  );
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(answers.map(({ transferId, balance }) => `${transferId} ${balance}`)).size).toBe(
    1,
  );
});

test('transactions that move money in opposite orders deadlock, are tried again, and all count once', async () => {
  const people = await world.people(4);
  for (const person of people) await world.fill(person, 10_000);
  const tip = (fromId: ProfileId, toId: ProfileId): Movement => ({
    kind: 'tip',
    key: newId(),
    fromId,
    toId,
    postId: null,
    amount: centavos(100),
    feeBps: 0,
  });
  const pay = (order: ProfileId[]) =>
    transaction(
      world.database.db,
      async (tx) => {
        for (const person of order)
          await world.ledger.postIn(tx, tip(person, people[0] as ProfileId));
      },
      { retries: 20 },
    );
  await Promise.all(
    Array.from({ length: 4 }, (_, index) =>
      pay(index % 2 ? people.slice(1) : people.slice(1).reverse()),
    ),
  );
  for (const person of people.slice(1))
    expect((await world.ledger.balanceOf(person)).balance).toBe(10_000 - 4 * 100);
  expect(await world.ledger.checkInvariants()).toEqual([]);
});

test('a short database outage only delays transfers', async () => {
  const [fan, producer] = (await world.people(2)) as [ProfileId, ProfileId];
  await world.fill(fan, 10_000);
  const posting = Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 5));
      return world.ledger.post({
        kind: 'tip',
        key: newId(),
        fromId: fan,
        toId: producer,
        postId: null,
        amount: centavos(100),
        feeBps: 2_000,
      });
    }),
  );
  // By a connection of its own: one of the pool may be among those that the round before has ended.
  const administrator = new pg.Client(world.database.url);
  await administrator.connect();
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    await administrator.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  }
  await administrator.end();
  expect(await posting).toHaveLength(40);
  // A read is not tried again: it may still get a connection that the last round has ended.
  await expect
    .poll(() => world.ledger.balanceOf(fan).then(({ balance }) => balance, String))
    .toBe(6_000);
  expect(await world.ledger.checkInvariants()).toEqual([]);
});
