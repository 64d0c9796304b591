// Compares one day of a gateway's statement with our charges: missed payments are credited the
// usual way, differences are stored for an administrator.
import type { ChargeId } from '@camarim/contract/ids';
import { type Centavos, centavos } from '@camarim/contract/money';
import { DAY_MS, HOUR_MS } from '@camarim/contract/time';
import { spanOfDay } from '../../../platform/clock/days.ts';
import { transaction } from '../../../platform/database/transaction.ts';
import {
  GatewayError,
  type GatewayName,
  type PaymentProvider,
  type SettlementLine,
} from '../../../platform/payments/port.ts';
import { drainDue } from '../../../platform/failing-items/drain-due.ts';
import type { Ctx } from '../../../context.ts';
import { findCharge } from '../payments/charges/charge-store.ts';
import { mapWithConcurrency } from '../payments/charges/map-with-concurrency.ts';
import type { PaymentDeps } from '../payments/purposes.ts';
import { syncCharge } from '../payments/charges/sync-charge.ts';
import {
  differenceOf,
  type Difference,
  isBehind,
  isDue,
  missingInStatement,
  recentDays,
} from './rules.ts';
import {
  chargeIdsByRef,
  chargesToAsk,
  creditedIn,
  reconciledDays,
  recordDay,
  recordFailure,
  replaceDifferences,
  listUnanswered,
} from './store.ts';

type Period = { from: Date; to: Date };
type Reconciliation = {
  ctx: Ctx;
  deps: PaymentDeps;
  provider: PaymentProvider;
  name: GatewayName;
};

const BATCH = 200;
/**
 * Clocks differ, and some gateways date a payment when it began: lines this far outside of the day
 * still count.
 */
const MARGIN_MS = 2 * HOUR_MS;
/** The longest time from a charge to its payment: a boleto, over holidays. */
const WAITS_MS = 20 * DAY_MS;

/** Loads all pages. */
const everyPage = async <Item extends { id: ChargeId } | ChargeId>(
  load: (after: ChargeId | null) => Promise<Item[]>,
): Promise<Item[]> => {
  const all: Item[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await load(last === undefined ? null : typeof last === 'string' ? last : last.id);
    all.push(...page);
    if (page.length < BATCH) return all;
  }
};

/** The lines of the gateway's statement. */
const listLines = async (
  { provider }: Reconciliation,
  period: Period,
): Promise<SettlementLine[]> => {
  const lines: SettlementLine[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await provider.listSettlements({
      ...period,
      ...(cursor !== undefined && { cursor }),
    });
    lines.push(...page.lines);
    if (page.cursor === null) return lines;
    cursor = page.cursor;
  }
};

/**
 * The lines of a gateway without statements: every charge that may have been paid then is polled.
 * Payments beyond our charges stay unknown.
 */
const pollLines = async (
  { ctx: { db }, provider, name }: Reconciliation,
  period: Period,
): Promise<SettlementLine[]> => {
  const since = new Date(period.from.getTime() - WAITS_MS);
  const ids = await everyPage((after) =>
    chargesToAsk(db, name, { ...period, since }, after, BATCH),
  );
  const lines = await mapWithConcurrency(ids, async (chargeId): Promise<SettlementLine[]> => {
    const charge = await findCharge(db, chargeId);
    const report =
      charge &&
      (await provider.status({
        chargeId,
        providerRef: charge.providerRef,
        amountCentavos: charge.amountCentavos,
        method: charge.method,
      }));
    return (report?.receipts ?? []).flatMap(
      ({ ref, amountCentavos, receivedAt, refunds, through }): SettlementLine[] => {
        const shared = {
          receiptRef: ref,
          chargeId,
          providerRef: report?.providerRef ?? null,
          ...(through && { through }),
        };
        const returned = refunds
          .filter(({ state }) => state === 'done')
          .map((refund): SettlementLine => ({
            kind: 'refund',
            ref: refund.ref,
            refundId: refund.refundId,
            ...shared,
            amountCentavos: refund.amountCentavos,
            at: refund.at,
          }));
        return [{ kind: 'payment', ref, ...shared, amountCentavos, at: receivedAt }, ...returned];
      },
    );
  });
  return lines.flat();
};

/** Syncs a charge; returns whether that credited it. */
const syncAndCheckCredit = async (
  { ctx, deps }: Reconciliation,
  id: ChargeId,
): Promise<boolean> => {
  const before = await findCharge(ctx.db, id);
  await syncCharge(ctx, deps, id, 'reconciliation');
  return before?.paidAt === null && (await findCharge(ctx.db, id))?.paidAt !== null;
};

/**
 * Compares a line with its charge, after a sync when the charge is behind; `credited` when that
 * credited it.
 */
const compareLine = async (
  matching: Reconciliation,
  line: SettlementLine,
  chargeId: ChargeId | null,
): Promise<{ difference: Difference | null; credited: ChargeId | null }> => {
  const { db } = matching.ctx;
  const charge = chargeId && (await findCharge(db, chargeId));
  if (!charge || !isBehind(line, charge))
    return { difference: differenceOf(line, charge || null), credited: null };
  const credited = await syncAndCheckCredit(matching, charge.id);
  return {
    difference: differenceOf(line, await findCharge(db, charge.id)),
    credited: credited ? charge.id : null,
  };
};

/** Compares and records a day. Throws GatewayError; what was credited until then stays credited. */
const reconcileDay = async (
  ctx: Ctx,
  deps: PaymentDeps,
  name: GatewayName,
  provider: PaymentProvider,
  day: string,
): Promise<void> => {
  const matching: Reconciliation = { ctx, deps, provider, name };
  const period = spanOfDay(day);
  const wide = {
    from: new Date(period.from.getTime() - MARGIN_MS),
    to: new Date(period.to.getTime() + MARGIN_MS),
  };
  const lines = await (provider.can.settlements
    ? listLines(matching, wide)
    : pollLines(matching, wide));
  // Charges that got no answer are synced first, which records their gateway references.
  const orphans = await listUnanswered(ctx.db, name, wide, BATCH);
  const found = (
    await mapWithConcurrency(orphans, async (id) =>
      (await syncAndCheckCredit(matching, id)) ? id : null,
    )
  ).flatMap((id) => id ?? []);
  const byRef = await chargeIdsByRef(
    ctx.db,
    name,
    lines.flatMap(({ chargeId, providerRef }) =>
      chargeId === null && providerRef !== null ? [providerRef] : [],
    ),
  );
  const chargeOf = ({ chargeId, providerRef }: SettlementLine): ChargeId | null =>
    chargeId ?? byRef.get(providerRef ?? '') ?? null;

  // Payments through another gateway are in its statement and are compared there.
  const within = lines.filter(
    ({ at, through }) =>
      through === undefined && (!provider.can.settlements || (at >= period.from && at < period.to)),
  );
  const judged = await mapWithConcurrency(within, (line) =>
    compareLine(matching, line, chargeOf(line)),
  );
  const there = new Set(lines.filter(({ kind }) => kind === 'payment').map(chargeOf));
  const ours = await everyPage((after) => creditedIn(ctx.db, name, period, after, BATCH));
  const differences = [
    ...judged.flatMap(({ difference }) => difference ?? []),
    ...ours.filter(({ id }) => !there.has(id)).map(missingInStatement),
  ];

  const received = within.reduce<Centavos>(
    (sum, { kind, amountCentavos }) => (kind === 'payment' ? centavos(sum + amountCentavos) : sum),
    centavos(0),
  );
  const credited = new Set([...found, ...judged.flatMap(({ credited: id }) => id ?? [])]).size;
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    await recordDay(tx, name, day, { lines: within.length, received, credited }, now);
    await replaceDifferences(tx, name, day, differences, now);
  });
  if (credited > 0)
    ctx.log.warn(
      { provider: name, day, credited },
      'payments without a notification were credited',
    );
  if (differences.length > 0)
    ctx.log.error(
      { provider: name, day, differences: differences.length },
      "a gateway's statement differs from our charges",
    );
};

type DayOfGateway = { name: GatewayName; provider: PaymentProvider; day: string };

const reconcileOrRecordFailure = async (
  ctx: Ctx,
  deps: PaymentDeps,
  { name, provider, day }: DayOfGateway,
): Promise<void> => {
  try {
    await reconcileDay(ctx, deps, name, provider, day);
  } catch (error) {
    await recordFailure(
      ctx.db,
      name,
      day,
      error instanceof GatewayError ? error.message : 'the comparison failed',
    );
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn(
      { err: error, provider: name, day },
      "a gateway's statement could not be compared",
    );
  }
};

/**
 * Reconciles every due day of every gateway. A gateway that gives no answer is asked again in the
 * next run.
 */
export const reconcileStatements = async (
  ctx: Ctx,
  deps: PaymentDeps,
  signal?: AbortSignal,
): Promise<void> => {
  const days = recentDays(ctx.clock.now());
  const due: DayOfGateway[] = [];
  for (const [name, provider] of Object.entries(ctx.payments) as [GatewayName, PaymentProvider][]) {
    const matched = await reconciledDays(ctx.db, name, days);
    due.push(
      ...days
        .filter((day) => isDue(day, matched.get(day) ?? null, ctx.clock.now()))
        .map((day) => ({ name, provider, day })),
    );
  }
  await drainDue(
    ctx,
    {
      job: 'funds.matchStatements',
      batch: Infinity,
      take: async () => due,
      idOf: ({ name, day }) => `${name}:${day}`,
      signal,
    },
    (day) => reconcileOrRecordFailure(ctx, deps, day),
  );
};
