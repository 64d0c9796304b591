// The steps at which the application under test dies: around statements it sends, and around calls
// to the bank.
import pg from 'pg';
import type { Platform } from '../../platform/platform.ts';
import {
  cutOff,
  type Instance,
  instanceOf,
  never,
  refuseConnectionsOfTheDead,
  silentWhenDead,
} from './instance.ts';

/** Statements by their text and, where that says too little, by their first value. */
const STATEMENTS = {
  charge: { text: /^\s*INSERT INTO charges\b/ },
  code: { text: /^\s*UPDATE charges SET status\b/ },
  notification: { text: /^\s*INSERT INTO inbound_events\b/ },
  credit: { text: /\bledger_post\(/ },
  mandate: { text: /^\s*INSERT INTO mandates\b/ },
  activation: { text: /^\s*UPDATE mandates SET status\b/ },
  access: { text: /^\s*insert into "access"/ },
  collection: { text: /^\s*insert into "collection_purchases"/ },
  period: { text: /^\s*INSERT INTO subscription_periods\b/ },
  request: { text: /^\s*INSERT INTO cash_outs\b/ },
  sent: { text: /^\s*UPDATE cash_outs SET status\b/, value: 'sent' },
  paid: { text: /^\s*UPDATE cash_outs SET status\b/, value: 'paid' },
  returned: { text: /^\s*UPDATE cash_outs SET status\b/, value: 'returned' },
  refundWish: { text: /^\s*INSERT INTO payment_refunds\b/ },
  refundTerms: { text: /^\s*UPDATE payment_refunds SET receipt_ref\b/ },
  refundName: { text: /^\s*UPDATE payment_refunds SET provider_ref\b/ },
  refundEnd: { text: /^\s*UPDATE payment_refunds SET status\b/ },
  automatic: { text: /^\s*INSERT INTO automatic_messages\b/ },
  message: { text: /\bINSERT INTO messages\b/ },
  messagePurchase: { text: /^insert into "message_purchases"/ },
  item: { text: /^\s*INSERT INTO statement_differences\b/ },
  broadcast: { text: /^\s*insert into "broadcasts"/ },
  conversations: { text: /^\s*INSERT INTO chats\b/ },
  entry: { text: /^\s*insert into "live_entries"/ },
  minute: { text: /^\s*insert into "live_payments"/ },
  decided: { text: /^\s*update "live_payments"/ },
  consent: { text: /^\s*INSERT INTO consent_entries\b/ },
  consentRefund: { text: /^\s*insert into "consent_refunds"/ },
  answered: { text: /^\s*update "help_tickets" set "answer"/ },
  restored: { text: /^\s*update "moderation_decisions" set "restored_at"/ },
  receivers: { text: /^\s*WITH r AS MATERIALIZED/ },
} as const satisfies Record<string, { text: RegExp; value?: string }>;
type Statement = keyof typeof STATEMENTS;

/**
 * Calls: the one that makes a charge, the one that opens a permission, the one that sends money,
 * and the one that returns it.
 */
type Call = 'bank' | 'opening' | 'payout' | 'refund';

/**
 * Steps between which nothing is committed and the bank is asked nothing leave the same behind: of
 * `before X`, `uncommitted X` and the end of what came before, one is enough. `before` the
 * statement is sent, before its transaction is committed, after it was; or around a call to the
 * bank.
 */
export type Step =
  | `${'before' | 'uncommitted' | 'committed'} ${Statement}`
  | `${'before' | 'after'} ${Call}`;

/** The whole process by SIGKILL, or the running instance alone. */
export type Crash = 'killed' | 'cutOff';

let armed: { step: Step; crash: Crash; onCutOff: () => void } | null = null;

/** Where this process kills itself, or cuts its instance off. */
export const dieNextAt = (step: Step, crash: Crash, onCutOff: () => void): void =>
  void (armed = { step, crash, onCutOff });

/** Whether the instance is dead now: then the caller answers `never()`. */
const diesAt = (step: Step, instance: Instance | undefined): boolean => {
  if (instance?.dead) return true;
  if (armed?.step !== step) return false;
  if (armed.crash === 'killed') process.kill(process.pid, 'SIGKILL');
  if (!instance) return false;
  const { onCutOff } = armed;
  armed = null;
  cutOff(instance);
  onCutOff();
  return true;
};

const send = pg.Client.prototype.query as (...args: unknown[]) => unknown;
const written = new WeakMap<pg.Client, Statement[]>();

const namesOf = ([first, second]: unknown[]): { text: string; names: Statement[] } => {
  const { text = '', values = second } =
    typeof first === 'string' ? { text: first } : (first as { text?: string; values?: unknown });
  const [value] = Array.isArray(values) ? values : [];
  const names = Object.entries(STATEMENTS).filter(
    ([, wanted]) => wanted.text.test(text) && (!('value' in wanted) || wanted.value === value),
  );
  return { text, names: names.map(([name]) => name as Statement) };
};

/**
 * Below everything of ours, so that the application itself knows nothing of steps. Call it before
 * anything connects.
 */
export const dieAmongStatements = (): void => {
  refuseConnectionsOfTheDead();
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const instance = instanceOf(this);
    if (instance?.dead) return never();
    const { text, names } = namesOf(args);
    if (/^begin|^start transaction|^rollback/i.test(text)) written.delete(this);
    for (const name of names) if (diesAt(`before ${name}`, instance)) return never();
    const statements = [...(written.get(this) ?? []), ...names];
    if (names.length > 0) written.set(this, statements);
    if (!/^commit/i.test(text)) return send.apply(this, args);
    for (const name of statements) if (diesAt(`uncommitted ${name}`, instance)) return never();
    return (send.apply(this, args) as Promise<unknown>).then((result) => {
      for (const name of statements) if (diesAt(`committed ${name}`, instance)) return never();
      return result;
    });
  } as typeof pg.Client.prototype.query;
};

/** The bank alone, with steps around what it is asked to do. */
export const dyingAtTheBank = (
  { pix }: Platform['payments'],
  instance: Instance,
): Platform['payments'] => {
  if (!pix?.payouts || !pix.mandates)
    throw new Error('the crash tests need a bank that takes and sends Pix, and takes permissions');
  const around =
    <A, R>(call: Call, work: (given: A) => Promise<R>) =>
    async (given: A): Promise<R> => {
      if (diesAt(`before ${call}`, instance)) return never();
      const answer = await work(given);
      return diesAt(`after ${call}`, instance) ? never() : answer;
    };
  const mandates = { ...pix.mandates, open: around('opening', pix.mandates.open) };
  const dying = {
    ...pix,
    mandates,
    createCharge: around('bank', pix.createCharge),
    refund: around('refund', pix.refund),
    payouts: { ...pix.payouts, send: around('payout', pix.payouts.send) },
  };
  return { pix: silentWhenDead(dying, instance) };
};
