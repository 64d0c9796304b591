// What the ledger must do, said again in the plainest way: numbers in maps, one movement at a time,
// no database.

export type Sale = { key: string; from: number; to: number; amount: number; feeBps: number };
export type ModelResult =
  | { outcome: 'posted' | 'replay' | 'mismatch'; id: number; balance: number }
  | { outcome: 'insufficient'; balance: number };

type ModelTransfer = {
  request: string;
  id: number;
  balance: number;
  undo: {
    fan: number;
    producer: number | null;
    price: number;
    share: number;
    releaseAt: number;
    /** The price of an order or a minute whose money is locked. */
    escrow?: number;
  };
  reversed: boolean;
};

/** On a top-up under review. */
export type Decision = 'released' | 'reversed' | 'waiting';

const HOLD_MS = 7 * 24 * HOUR_MS;

import { SALE_KINDS } from '@camarim/contract/sales';
import { HOUR_MS } from '@camarim/contract/time';

/** Every key belongs to one kind of sale, so that all kinds occur. */
export const kindOf = (key: string): (typeof SALE_KINDS)[number] =>
  SALE_KINDS[Number(key.slice(key.lastIndexOf('-') + 1)) % SALE_KINDS.length] ?? 'tip';

/**
 * Orders and minutes of shows that are never settled: their money is locked until it is taken back.
 */
export const staysLocked = ({ key, from }: Pick<Sale, 'key' | 'from'>): boolean =>
  ['order', 'show'].includes(kindOf(key)) && from % 2 === 1;

/** People are numbers; instants are milliseconds. */
export class LedgerModel {
  wallets = new Map<number, number>();
  /** Top-ups under review. */
  locked = new Map<number, number>();
  /** The sum of orders and minutes that are not settled. */
  escrows = new Map<number, number>();
  reviewed = new Set<string>();
  /** Producer -> release instant -> amount. */
  pending = new Map<number, Map<number, number>>();
  earnings = new Map<number, number>();
  /** What fans owe. */
  debts = new Map<number, number>();
  contested = new Set<string>();
  inTransit = new Map<number, number>();
  revenue = 0;
  clearing = 0;
  past = new Map<string, ModelTransfer>();
  #ids = 0;

  topUp(key: string, fan: number, amount: number): ModelResult {
    return this.#once(`topUp:${key}`, `${fan} ${amount}`, () => {
      this.#add(this.wallets, fan, amount);
      this.clearing -= amount;
      return { fan, producer: null, price: -amount, share: 0, releaseAt: 0 };
    });
  }

  /** A top-up under review, and what was decided; returns false when its key was used before. */
  review(key: string, fan: number, amount: number, decision: Decision): boolean {
    if (this.reviewed.has(key)) return false;
    this.reviewed.add(key);
    if (decision !== 'reversed') this.clearing -= amount;
    if (decision === 'waiting') this.#add(this.locked, fan, amount);
    if (decision === 'released') this.#add(this.wallets, fan, amount);
    return true;
  }

  sell({ key, from, to, amount, feeBps }: Sale, atMs: number): ModelResult {
    return this.#once(`sale:${from}:${key}`, `${to} ${amount}`, () => {
      if (this.#of(this.wallets, from) < amount) return null;
      const fee = Math.floor((amount * feeBps) / 10_000);
      const releaseAt = Math.ceil((atMs + HOLD_MS) / HOUR_MS) * HOUR_MS;
      this.#add(this.wallets, from, -amount);
      if (staysLocked({ key, from })) {
        this.#add(this.escrows, from, amount);
        return { fan: from, producer: to, price: amount, share: 0, releaseAt: 0, escrow: amount };
      }
      this.#hold(to, releaseAt, amount - fee);
      this.revenue += fee;
      return { fan: from, producer: to, price: amount, share: amount - fee, releaseAt };
    });
  }

  /** Takes back a top-up or sale by its key; returns whether it could. */
  reverse(key: string): boolean {
    const past = this.past.get(key);
    if (!past || past.reversed) return past?.reversed ?? false;
    const { fan, producer, price, share, releaseAt, escrow } = past.undo;
    if (this.#of(this.wallets, fan) + price < 0) return false;
    if (escrow !== undefined) this.#add(this.escrows, fan, -escrow);
    else if (producer === null) this.clearing -= price;
    else if (!this.#takeBack(producer, share, releaseAt)) return false;
    else this.revenue -= price - share;
    this.#add(this.wallets, fan, price);
    past.reversed = true;
    return true;
  }

  /**
   * The bank takes a top-up back. Returns what was undone and is owed for it; null when it was done
   * before.
   */
  contest(key: string): { undone: string[]; owed: number } | null {
    const topUp = this.past.get(`topUp:${key}`);
    if (!topUp || topUp.reversed || this.contested.has(key)) return null;
    this.contested.add(key);
    const { fan, price } = topUp.undo;
    let missing = -price - this.walletOf(fan);
    const undone: string[] = [];
    const since = [...this.past].filter(
      ([sale, past]) => sale.startsWith(`sale:${fan}:`) && past.id > topUp.id && !past.reversed,
    );
    for (const [sale, past] of since.reverse()) {
      if (missing <= 0) break;
      if (!this.reverse(sale)) continue;
      undone.push(sale);
      missing -= past.undo.price;
    }
    const owed = Math.max(missing, 0);
    this.#add(this.wallets, fan, price + owed);
    this.#add(this.debts, fan, owed);
    this.clearing -= price;
    return { undone, owed };
  }

  /** A top-up pays debts first. */
  payDebt(fan: number): number {
    const amount = Math.min(this.walletOf(fan), this.#of(this.debts, fan));
    this.#add(this.wallets, fan, -amount);
    this.#add(this.debts, fan, -amount);
    return amount;
  }

  release(nowMs: number): void {
    for (const [producer, holds] of this.pending) {
      for (const [releaseAt, amount] of holds) {
        if (releaseAt > nowMs) continue;
        this.#add(this.earnings, producer, amount);
        holds.delete(releaseAt);
      }
    }
  }

  /** From earnings into the bank's hands, and then out or back. */
  payOut(producer: number, amount: number, ending: 'paid' | 'returned' | 'waiting'): boolean {
    if (this.#of(this.earnings, producer) < amount) return false;
    this.#add(this.earnings, producer, ending === 'returned' ? 0 : -amount);
    if (ending === 'waiting') this.#add(this.inTransit, producer, amount);
    if (ending === 'paid') this.clearing += amount;
    return true;
  }

  walletOf(fan: number): number {
    return this.#of(this.wallets, fan);
  }

  lockedOf(fan: number): number {
    return this.#of(this.locked, fan);
  }

  escrowOf(fan: number): number {
    return this.#of(this.escrows, fan);
  }

  debtOf(fan: number): number {
    return this.#of(this.debts, fan);
  }

  pendingOf(producer: number): number {
    return [...(this.pending.get(producer)?.values() ?? [])].reduce(
      (sum, amount) => sum + amount,
      0,
    );
  }

  earningsOf(producer: number): number {
    return this.#of(this.earnings, producer);
  }

  #once(key: string, request: string, move: () => ModelTransfer['undo'] | null): ModelResult {
    const known = this.past.get(key);
    if (known)
      return {
        outcome: known.request === request ? 'replay' : 'mismatch',
        id: known.id,
        balance: known.balance,
      };
    const undo = move();
    const fan = Number(request.split(' ')[0]);
    if (!undo)
      return {
        outcome: 'insufficient',
        balance: this.#of(this.wallets, Number(key.split(':')[1])),
      };
    const balance = this.#of(this.wallets, undo.producer === null ? fan : undo.fan);
    const id = ++this.#ids;
    this.past.set(key, { request, id, balance, undo, reversed: false });
    return { outcome: 'posted', id, balance };
  }

  /** From the hold when that is still there, else from what it was released into. */
  #takeBack(producer: number, share: number, releaseAt: number): boolean {
    const held = this.pending.get(producer)?.get(releaseAt) ?? 0;
    if (held >= share) this.#hold(producer, releaseAt, -share);
    else if (this.#of(this.earnings, producer) >= share) this.#add(this.earnings, producer, -share);
    else return false;
    return true;
  }

  #hold(producer: number, releaseAt: number, amount: number): void {
    const holds = this.pending.get(producer) ?? new Map<number, number>();
    holds.set(releaseAt, (holds.get(releaseAt) ?? 0) + amount);
    this.pending.set(producer, holds);
  }

  #add(balances: Map<number, number>, who: number, amount: number): void {
    balances.set(who, this.#of(balances, who) + amount);
  }

  #of(balances: Map<number, number>, who: number): number {
    return balances.get(who) ?? 0;
  }
}
