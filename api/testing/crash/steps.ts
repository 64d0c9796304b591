// The steps at which the application under test kills itself: around statements it sends, and
// around calls to the bank.
import pg from 'pg';
import type { Platform } from '../../platform/platform.ts';

/** Statements by their text and, where that says too little, by their first value. */
const STATEMENTS = {
  charge: { text: /^\s*INSERT INTO charges\b/ },
  code: { text: /^\s*UPDATE charges SET status\b/ },
  notification: { text: /^\s*INSERT INTO inbound_events\b/ },
  credit: { text: /\bledger_post\(/ },
  mandate: { text: /^\s*INSERT INTO mandates\b/ },
  activation: { text: /^\s*UPDATE mandates SET status\b/ },
  period: { text: /^\s*INSERT INTO subscription_periods\b/ },
  request: { text: /^\s*INSERT INTO cash_outs\b/ },
  sent: { text: /^\s*UPDATE cash_outs SET status\b/, value: 'sent' },
  paid: { text: /^\s*UPDATE cash_outs SET status\b/, value: 'paid' },
  returned: { text: /^\s*UPDATE cash_outs SET status\b/, value: 'returned' },
  refundWish: { text: /^\s*INSERT INTO payment_refunds\b/ },
  refundTerms: { text: /^\s*UPDATE payment_refunds SET receipt_ref\b/ },
  refundName: { text: /^\s*UPDATE payment_refunds SET provider_ref\b/ },
  refundEnd: { text: /^\s*UPDATE payment_refunds SET status\b/ },
  item: { text: /^\s*INSERT INTO statement_differences\b/ },
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

let armed: Step | null = null;

/** Where this process kills itself. */
export const dieNextAt = (step: Step): void => void (armed = step);

const dieAt = (step: Step): void => {
  if (armed === step) process.kill(process.pid, 'SIGKILL');
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
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const { text, names } = namesOf(args);
    if (/^begin|^start transaction|^rollback/i.test(text)) written.delete(this);
    for (const name of names) dieAt(`before ${name}`);
    const statements = [...(written.get(this) ?? []), ...names];
    if (names.length > 0) written.set(this, statements);
    if (!/^commit/i.test(text)) return send.apply(this, args);
    for (const name of statements) dieAt(`uncommitted ${name}`);
    return (send.apply(this, args) as Promise<unknown>).then((result) => {
      for (const name of statements) dieAt(`committed ${name}`);
      return result;
    });
  } as typeof pg.Client.prototype.query;
};

/** The bank alone, with steps around what it is asked to do. */
export const dyingAtTheBank = ({ pix }: Platform['payments']): Platform['payments'] => {
  if (!pix?.payouts || !pix.mandates)
    throw new Error('the crash tests need a bank that takes and sends Pix, and takes permissions');
  const around =
    <A, R>(call: Call, work: (given: A) => Promise<R>) =>
    async (given: A): Promise<R> => {
      dieAt(`before ${call}`);
      const answer = await work(given);
      dieAt(`after ${call}`);
      return answer;
    };
  const mandates = { ...pix.mandates, open: around('opening', pix.mandates.open) };
  return {
    pix: {
      ...pix,
      mandates,
      createCharge: around('bank', pix.createCharge),
      refund: around('refund', pix.refund),
      payouts: { ...pix.payouts, send: around('payout', pix.payouts.send) },
    },
  };
};
