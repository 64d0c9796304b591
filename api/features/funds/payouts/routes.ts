// Routes of cash-outs, and of those that wait for an administrator.
import type { Routes } from '@camarim/contract';
import { centavos } from '@camarim/contract/money';
import type { DataInput } from '@camarim/contract/route';
import { staffWhoActed } from '../../../platform/audit/audit.ts';
import { takesTwo } from '../../../platform/audit/second-person.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { EarnerViewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { requireRecentStrongAuth } from '../../auth/index.ts';
import { summarise } from '../../profiles/index.ts';
import { decideOnCashOut } from './sync-cash-out.ts';
import { canCashOut, canCashOutFor, canDecide } from './policy.ts';
import { payoutStateOf, presentRetained, reviewsFirst } from './reserve/reserve.ts';
import { ignoresAmount, waitsWhatever } from './reserve/rules.ts';
import { requestCashOut } from './request-cash-out.ts';
import { dayOf } from '../../../platform/clock/days.ts';
import { largestCashOut, secondPersonFrom, waitsFrom, waitsFromNow } from './rules.ts';
import { type CashOut, listCashOuts, loadSteps, loadUsed } from './store.ts';

type CashOutView = DataInput<Routes['POST /funds/cash-outs']>;

const present = (
  { id, status, amount, fee, destination, reason, createdAt, finishedAt }: CashOut,
  steps: Awaited<ReturnType<typeof loadSteps>>,
): CashOutView => ({
  id,
  status,
  value: amount,
  fee,
  destination,
  reason,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  steps: (steps.get(id) ?? []).map((step) => ({ status: step.status, at: step.at.toISOString() })),
});

const presentAll = async ({ db }: Ctx, rows: readonly CashOut[]): Promise<CashOutView[]> => {
  const steps = await loadSteps(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => present(row, steps));
};

const termsOf = async (
  ctx: Ctx,
  { profileId, producer }: EarnerViewer,
): Promise<DataInput<Routes['GET /funds/cash-outs/terms']>> => {
  const { config, db, clock, payments } = ctx;
  const [{ rules, record, retained, available }, used] = await Promise.all([
    payoutStateOf(ctx, db, profileId),
    loadUsed(db, profileId, dayOf(clock.now())),
  ]);
  const balance = centavos(available);
  const free = centavos(available - retained.total);
  const from = ignoresAmount(rules) ? secondPersonFrom(config) : waitsFrom(config);
  const waits = waitsWhatever(rules, record, { firstReview: reviewsFirst(ctx) }).length > 0;
  const limits = { day: config.CASH_OUT_DAY_CENTAVOS, month: config.CASH_OUT_MONTH_CENTAVOS };
  return {
    available: payments.pix?.payouts !== undefined,
    balance,
    min: centavos(config.CASH_OUT_MIN_CENTAVOS),
    max: largestCashOut(free, used, limits),
    kept: presentRetained(retained),
    fee: centavos(config.CASH_OUT_FEE_CENTAVOS),
    day: { used: used.day, limit: centavos(limits.day) },
    month: { used: used.month, limit: centavos(limits.month) },
    coolOffHours: ctx.fraudSettings.current().BANK_COOL_OFF_HOURS,
    // Every cash-out of a suspended producer needs a decision.
    approvalFrom: producer && !waits ? waitsFromNow(from, used) : centavos(0),
  };
};

/** The administrators who requested these cash-outs of other people, or agreed to them. */
const agreementsOn = ({ db }: Ctx, subjectIds: readonly string[]) =>
  staffWhoActed(db, {
    actions: ['cashOut.asked', 'cashOut.agreed'],
    right: 'money.decide',
    subjectIds,
  });

export const cashOutHandlers = (ctx: Ctx) =>
  handlers({
    'GET /funds/cash-outs': async ({ viewer, query: { limit, offset } }) => {
      const { rows, total } = await listCashOuts(ctx.db, {
        profileId: viewer.profileId,
        limit,
        offset,
      });
      return { data: await presentAll(ctx, rows), total, limit, offset };
    },
    'GET /funds/cash-outs/terms': async ({ viewer }) => ({
      data: await termsOf(ctx, viewer),
    }),
    'POST /funds/cash-outs': async ({ viewer, body, context }) => {
      const request = canCashOut(ctx, viewer, body);
      await requireRecentStrongAuth(ctx, viewer);
      const cashOut = await requestCashOut(ctx, request, context.idempotencyKey);
      return { data: present(cashOut, await loadSteps(ctx.db, [cashOut.id])) };
    },
    'GET /dsb/cash-outs': async ({ viewer, query: { status, limit, offset } }) => {
      const { rows, total } = await listCashOuts(ctx.db, { status, limit, offset });
      const ids = rows.map(({ id }) => id);
      const [agreed, steps] = await Promise.all([agreementsOn(ctx, ids), loadSteps(ctx.db, ids)]);
      const people = await summarise(ctx, [
        ...new Set([
          ...rows.map(({ profileId }) => profileId),
          ...agreed.map(({ adminId }) => adminId),
        ]),
      ]);
      const data = rows.flatMap((row) => {
        const profile = people.get(row.profileId);
        if (!profile) return [];
        const by = agreed.filter(({ subjectId }) => subjectId === row.id);
        return [
          {
            ...present(row, steps),
            profile,
            waitsFor: row.waitsFor ?? [],
            approval: {
              takesTwo: takesTwo(ctx.config, row.dayAmount),
              by: by.flatMap(({ adminId }) => people.get(adminId)?.domainName ?? []),
              mine: by.some(({ adminId }) => adminId === viewer.profileId),
            },
          },
        ];
      });
      return { data, total, limit, offset };
    },
    'POST /dsb/cash-outs': async ({ viewer, body, context }) => {
      const request = await canCashOutFor(ctx, viewer, body);
      const cashOut = await requestCashOut(ctx, request, context.idempotencyKey);
      return { data: present(cashOut, await loadSteps(ctx.db, [cashOut.id])) };
    },
    'POST /dsb/cash-outs/{id}': async ({ viewer, params: { id }, body }) => ({
      data: {
        id,
        status: await decideOnCashOut(ctx, await canDecide(ctx, viewer, id), body),
      },
    }),
  });
