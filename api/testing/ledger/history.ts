// A random history of money operations, applied to the ledger and to a plain model of it.
import assert from 'node:assert/strict';
import type { MessageContentId, MessageId } from '@camarim/contract/features/chats/messages';
import type { CollectionId } from '@camarim/contract/features/collections';
import type { LiveId } from '@camarim/contract/features/lives';
import type { OrderId } from '@camarim/contract/features/orders';
import type {
  ChargeId,
  PostId,
  ProfileId,
  SubscriptionId,
  TransferId,
} from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { HOUR_MS } from '@camarim/contract/time';
import type { Movement, PostResult } from '../../features/ledger/index.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { LedgerModel, type Sale, type ModelResult, kindOf, staysLocked } from './model.ts';
import type { TestLedger } from './ledger.ts';
import { FANS, PRODUCERS, type Operation } from './operations.ts';

/** One history: the same operations for the model and for the ledger, whose people are new. */
export class History {
  world: TestLedger;
  model = new LedgerModel();
  people: ProfileId[];
  /** The ledger's transfer for each of the model's. */
  transfers = new Map<number, TransferId>();
  transferOfKey = new Map<string, TransferId>();
  run = newId();
  charges = new Map<string, ChargeId>();
  orders = new Map<string, OrderId>();

  constructor(world: TestLedger, people: ProfileId[]) {
    this.world = world;
    this.people = people;
  }

  static async begin(world: TestLedger): Promise<History> {
    return new History(world, await world.people(FANS + PRODUCERS));
  }

  fan(number: number): ProfileId {
    return this.people[number] as ProfileId;
  }

  producer(number: number): ProfileId {
    return this.people[FANS + number] as ProfileId;
  }

  async step(operation: Operation): Promise<void> {
    switch (operation.do) {
      case 'topUp':
        return this.topUp(operation);
      case 'sell':
        return this.sell(operation);
      case 'reverse':
        return this.reverse(operation.which);
      case 'contest':
        return this.contest(operation.key);
      case 'review':
        return this.review(operation);
      case 'wait':
        return this.wait(operation.hours, operation.release);
      case 'fold':
        await this.world.ledger.fold();
        return;
      case 'payOut':
        return this.payOut(operation);
    }
  }

  async topUp({ key, fan, amount }: Extract<Operation, { do: 'topUp' }>): Promise<void> {
    const chargeId = this.charges.get(key) ?? (newId() as ChargeId);
    this.charges.set(key, chargeId);
    const result = await postedOrRefused(
      this.world.ledger.post({
        kind: 'topUp',
        chargeId,
        profileId: this.fan(fan),
        gateway: 'pix',
        amount: centavos(amount),
      }),
    );
    const expected = this.model.topUp(key, fan, amount);
    this.compare(`topUp:${key}`, expected, result);
    if (expected.outcome !== 'posted') return;
    const paid = await transaction(this.world.database.db, (tx) =>
      this.world.ledger.payDebtIn(tx, { chargeId, profileId: this.fan(fan) }),
    );
    assert.equal(paid, this.model.payDebt(fan));
  }

  async contest(key: string): Promise<void> {
    const topUp = this.model.past.get(`topUp:${key}`);
    const chargeId = this.charges.get(key);
    if (!topUp || !chargeId) return;
    const facts = {
      chargeId,
      refundRef: `${this.run}:${key}`,
      profileId: this.fan(topUp.undo.fan),
      gateway: 'pix',
      remaining: centavos(0),
      returned: centavos(-topUp.undo.price),
    };
    const expected = this.model.contest(key);
    const result = await transaction(this.world.database.db, (tx) =>
      this.world.ledger.postDisputeIn(tx, facts),
    );
    assert.deepEqual(
      result && { takenBack: result.reversedSales, owed: result.owed },
      expected && {
        takenBack: expected.undone.map((sale) => this.transferOfKey.get(sale)),
        owed: expected.owed,
      },
    );
  }

  async review({
    key,
    fan,
    amount,
    decision,
  }: Extract<Operation, { do: 'review' }>): Promise<void> {
    const waiting = this.model.lockedOf(fan);
    if (!this.model.review(key, fan, amount, decision)) return;
    const { ledger, database } = this.world;
    const facts = {
      chargeId: newId() as ChargeId,
      profileId: this.fan(fan),
      amount: centavos(amount),
    };
    const { transferId, balance } = await ledger.post({
      kind: 'topUp',
      gateway: 'pix',
      locked: true,
      ...facts,
    });
    assert.equal(balance, waiting + amount);
    if (decision === 'reversed')
      await transaction(database.db, (tx) =>
        ledger.reverseIn(tx, { transferId, actorId: null, reason: 'history' }),
      );
    if (decision !== 'released') return;
    const unlocked = [
      await ledger.post({ kind: 'unlock', actorId: null, ...facts }),
      await ledger.post({ kind: 'unlock', actorId: null, ...facts }),
    ];
    assert.deepEqual(
      unlocked.map(({ replayed }) => replayed),
      [false, true],
    );
    assert.equal(
      await transaction(database.db, (tx) => ledger.payDebtIn(tx, facts)),
      this.model.payDebt(fan),
    );
  }

  async sell({ sales, inside }: Extract<Operation, { do: 'sell' }>): Promise<void> {
    const expected = sales.map((sale) => this.model.sell(sale, this.world.clock.now().getTime()));
    const post = (movement: Movement) =>
      inside
        ? transaction(this.world.database.db, (tx) => this.world.ledger.postIn(tx, movement))
        : this.world.ledger.post(movement);
    const send = async (sale: Sale) => {
      const movement = this.movement(sale);
      const paid = await post(movement);
      if ((movement.kind === 'order' || movement.kind === 'show') && !staysLocked(sale))
        await post({ ...movement, step: 'settle' });
      return paid;
    };
    // Inside transactions of their own they are sent one after the other; else all in one moment.
    const results = inside
      ? await mapSequentially(sales, (sale) => postedOrRefused(send(sale)))
      : await Promise.all(sales.map((sale) => postedOrRefused(send(sale))));
    for (const [index, sale] of sales.entries())
      this.compare(
        `sale:${sale.from}:${sale.key}`,
        expected[index] as ModelResult,
        results[index] as PostResult | PostingRefusal,
      );
  }

  movement({ key, from, to, amount, feeBps }: Sale): Movement {
    const [buyerId, sellerId, price] = [this.fan(from), this.producer(to), centavos(amount)];
    const sold = { key, buyerId, sellerId, price, feeBps };
    const kind = kindOf(key);
    switch (kind) {
      case 'tip':
        return { kind, key, fromId: buyerId, toId: sellerId, postId: null, amount: price, feeBps };
      case 'purchase':
        return { kind, ...sold, postId: this.run as PostId };
      case 'collection':
        return { kind, ...sold, collectionId: this.run as CollectionId };
      case 'message':
        return { kind, ...sold, messageId: this.run as MessageId };
      case 'paidMessage':
        return { kind, ...sold, contentId: this.run as MessageContentId };
      case 'order':
        return {
          kind: 'order',
          step: 'lock',
          buyerId,
          sellerId,
          orderId: this.order(from, key),
          price,
          feeBps,
        };
      case 'show':
        return {
          kind: 'show',
          step: 'lock',
          buyerId,
          sellerId,
          liveId: this.run as LiveId,
          paymentId: this.order(from, key),
          price,
          feeBps,
        };
      case 'subscription':
        return {
          kind: 'subscription',
          key: `${from}:${key}`,
          buyerId,
          sellerId,
          subscriptionId: this.run as SubscriptionId,
          price,
          months: 1,
          feeBps,
        };
    }
  }

  order(from: number, key: string): OrderId {
    const known = this.orders.get(`${from}:${key}`) ?? (newId() as OrderId);
    this.orders.set(`${from}:${key}`, known);
    return known;
  }

  compare(key: string, expected: ModelResult, result: PostResult | PostingRefusal): void {
    if (expected.outcome === 'insufficient') {
      assert.partialDeepStrictEqual(result, {
        code: 'wallet.insufficient',
        data: { reply: { balance: expected.balance } },
      });
    } else if (expected.outcome === 'mismatch') {
      assert.partialDeepStrictEqual(result, { code: 'request.idempotencyMismatch' });
    } else {
      const posted = result as PostResult;
      assert.partialDeepStrictEqual(posted, {
        replayed: expected.outcome === 'replay',
        balance: expected.balance,
      });
      assert.equal(posted.transferId, this.transfers.get(expected.id) ?? posted.transferId);
      this.transfers.set(expected.id, posted.transferId);
      this.transferOfKey.set(key, posted.transferId);
    }
  }

  async reverse(which: number): Promise<void> {
    const keys = [...this.model.past.keys()];
    const key = keys[which % Math.max(keys.length, 1)];
    if (key === undefined) return;
    const transferId = this.transferOfKey.get(key) as TransferId;
    const could = this.model.reverse(key);
    const result = await postedOrRefused(
      transaction(this.world.database.db, (tx) =>
        this.world.ledger.reverseIn(tx, { transferId, actorId: null, reason: 'history' }),
      ),
    );
    if (could) assert.ok('transferId' in result);
    else assert.partialDeepStrictEqual(result, { code: 'wallet.insufficient' });
  }

  async wait(hours: number, release: boolean): Promise<void> {
    this.world.clock.advance(hours * HOUR_MS);
    if (!release) return;
    this.model.release(this.world.clock.now().getTime());
    await this.world.ledger.releaseDue();
  }

  async payOut({ producer, amount, ending }: Extract<Operation, { do: 'payOut' }>): Promise<void> {
    const facts = {
      payoutId: newId(),
      profileId: this.producer(producer),
      amount: centavos(amount),
    };
    const result = await postedOrRefused(this.world.ledger.post({ kind: 'payout', ...facts }));
    if (!this.model.payOut(producer, amount, ending)) {
      assert.partialDeepStrictEqual(result, { code: 'wallet.insufficient' });
      return;
    }
    if (ending === 'paid')
      await this.world.ledger.post({ kind: 'payoutPaid', gateway: 'pix', ...facts });
    if (ending === 'returned') await this.world.ledger.post({ kind: 'payoutReturned', ...facts });
  }

  /** Balances as people see them, and the sums of their statements read page by page. */
  async end(): Promise<void> {
    for (let number = 0; number < FANS; number++) {
      assert.deepEqual(await this.world.ledger.balanceOf(this.fan(number)), {
        balance: this.model.walletOf(number),
        lockedBalance: this.model.lockedOf(number),
      });
      assert.equal(await this.world.ledger.debtOf(this.fan(number)), this.model.debtOf(number));
      assert.equal(await this.world.ledger.escrowOf(this.fan(number)), this.model.escrowOf(number));
      assert.equal(
        await statementSum(this.world, this.fan(number), 'wallet'),
        this.model.walletOf(number) + this.model.lockedOf(number) - this.model.debtOf(number),
      );
    }
    for (let number = 0; number < PRODUCERS; number++) {
      const earnings = await this.world.ledger.earningsOf(this.producer(number));
      assert.partialDeepStrictEqual(earnings, {
        pending: this.model.pendingOf(number),
        available: this.model.earningsOf(number),
      });
      assert.equal(
        earnings.releases.reduce((sum, { amount }) => sum + amount, 0),
        earnings.pending,
      );
      assert.equal(
        await statementSum(this.world, this.producer(number), 'earnings'),
        earnings.pending + earnings.available,
      );
    }
    await this.everyAcknowledgedIsThere();
  }

  async everyAcknowledgedIsThere(): Promise<void> {
    const acknowledged = [...this.transfers.values()];
    const { rows } = await this.world.database.pool.query(
      'SELECT id FROM ledger_transfers WHERE id = ANY($1::uuid[])',
      [acknowledged],
    );
    assert.equal(rows.length, new Set(acknowledged).size);
  }
}

type PostingRefusal = Pick<AppError, 'code' | 'data'>;

const postedOrRefused = (posting: Promise<PostResult>): Promise<PostResult | PostingRefusal> =>
  posting.catch((error: unknown) => {
    if (error instanceof AppError) return { code: error.code, data: error.data };
    throw error;
  });

const mapSequentially = async <T, R>(items: T[], run: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (const item of items) results.push(await run(item));
  return results;
};

const statementSum = async (
  { ledger }: TestLedger,
  profileId: ProfileId,
  account: 'wallet' | 'earnings',
): Promise<number> => {
  let sum = 0;
  let before: number | null = null;
  for (;;) {
    const page = await ledger.statement({ profileId, account, before, limit: 7 });
    sum += page.reduce((total, { amount }) => total + amount, 0);
    if (page.length < 7) return sum;
    before = page.at(-1)?.entryId ?? null;
  }
};
