// Routes of /dsb/transactions. The route table requires recent authentication for every correction.
import type { Routes } from '@camarim/contract';
import { isUuid, type ProfileId, type TransferId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import type { DataInput } from '@camarim/contract/route';
import { handlers } from '../../../../platform/http/mount.ts';
import type { AdminViewer } from '../../../../platform/http/viewer.ts';
import type { GatewayName } from '../../../../platform/payments/port.ts';
import type { Ctx } from '../../../../context.ts';
import { type ProfileSummary, summarise } from '../../../profiles/index.ts';
import { chargeBack, releaseSale, reversePayment, reverseTransaction } from './correct.ts';
import type { PaymentDeps } from '../purposes.ts';
import { canCorrect } from './policy.ts';
import { evidenceOf } from '../reviews/evidence.ts';
import { actionsOf, heldParts, isSale, isUndone, shareParts } from './rules.ts';
import {
  findEarlyRelease,
  listTransactions,
  findProfileByName,
  type TransactionQuery,
  type TransactionRow,
} from './store.ts';

type TransactionView = DataInput<Routes['GET /dsb/transactions']>[number];

/** The gateways that support refunds. */
const refundableOf = ({ payments }: Ctx): ReadonlySet<GatewayName> =>
  new Set(
    (Object.keys(payments) as GatewayName[]).filter(
      (name) => payments[name]?.can.refund !== 'none',
    ),
  );

/** When the producer's share of a sale is released, or was; both null for other movements. */
const releaseOf = async (
  { db, clock }: Ctx,
  row: TransactionRow,
): Promise<{ releaseAt: Date | null; releasedAt: Date | null }> => {
  const last = shareParts(row).at(-1);
  if (!isSale(row) || isUndone(row) || !last) return { releaseAt: null, releasedAt: null };
  if (row.releasedAt) return { releaseAt: null, releasedAt: row.releasedAt };
  const now = clock.now();
  const next = heldParts(row, now)[0];
  if (next) return { releaseAt: next.releaseAt, releasedAt: null };
  const releasedAt = last.releaseAt > now ? await findEarlyRelease(db, row.id) : last.releaseAt;
  return { releaseAt: null, releasedAt };
};

/** Why its money is locked, until when, and what a decision is based on. */
const heldOf = async (ctx: Ctx, row: TransactionRow): Promise<TransactionView['held']> => {
  const { id: paymentId, heldFor, heldUntil, entries, createdAt: at } = row;
  if (!heldFor || !heldUntil) return null;
  const payerId = entries.find(({ owner }) => owner !== null)?.owner;
  const evidence = payerId ? await evidenceOf(ctx, { paymentId, payerId, at }) : null;
  return { reason: heldFor, until: heldUntil.toISOString(), evidence };
};

const present = (
  row: TransactionRow,
  people: ReadonlyMap<ProfileId, ProfileSummary>,
  { releaseAt, releasedAt }: Awaited<ReturnType<typeof releaseOf>>,
  held: TransactionView['held'],
  can: TransactionView['can'],
): TransactionView => {
  const { entries, reversedBy, refund, id, kind, referenceType, referenceId, reason } = row;
  const person = (owner: ProfileId | null | undefined) =>
    owner ? (people.get(owner) ?? null) : null;
  return {
    id,
    kind,
    referenceType,
    referenceId,
    reason,
    reversedBy,
    refund,
    amount: centavos(entries.reduce((sum, { amount }) => sum + Math.max(0, amount), 0)),
    from: person(entries.find(({ owner, amount }) => owner !== null && amount < 0)?.owner),
    to: person(entries.find(({ owner, amount }) => owner !== null && amount > 0)?.owner),
    createdAt: row.createdAt.toISOString(),
    releaseAt: releaseAt?.toISOString() ?? null,
    releasedAt: releasedAt?.toISOString() ?? null,
    held,
    can,
  };
};

/**
 * Filter of a search by id or by domain name, with or without @; null when no profile has this
 * name.
 */
const searchFilter = async (
  ctx: Ctx,
  search: string | undefined,
): Promise<Pick<TransactionQuery, 'ids' | 'profileId'> | null> => {
  if (!search) return { ids: null, profileId: null };
  if (isUuid(search.toLowerCase())) return { ids: [search.toLowerCase()], profileId: null };
  const profileId = await findProfileByName(ctx.db, search.replace(/^@/, ''));
  return profileId && { ids: null, profileId };
};

export const transactionsHandlers = (ctx: Ctx, deps: PaymentDeps) => {
  const correctionHandler =
    (act: typeof releaseSale) =>
    async ({
      viewer,
      params,
      body,
    }: {
      viewer: AdminViewer;
      params: { id: TransferId };
      body: { reason: string };
    }) => {
      const correction = await canCorrect(ctx, viewer, params.id, body.reason);
      return { data: { id: await act(ctx, correction) } };
    };
  return handlers({
    'GET /dsb/transactions': async ({ query: { limit, before, search, kind, held } }) => {
      const filter = await searchFilter(ctx, search);
      const rows = filter
        ? await listTransactions(ctx.db, {
            ...filter,
            before: before ?? null,
            kind: kind ?? null,
            held,
            limit,
          })
        : [];
      const people = await summarise(ctx, [
        ...new Set(rows.flatMap(({ entries }) => entries.flatMap(({ owner }) => owner ?? []))),
      ]);
      return {
        data: await Promise.all(
          rows.map(async (row) =>
            present(
              row,
              people,
              await releaseOf(ctx, row),
              await heldOf(ctx, row),
              actionsOf(row, ctx.clock.now(), refundableOf(ctx)),
            ),
          ),
        ),
        cursor: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
      };
    },
    'POST /dsb/transactions/{id}/release': correctionHandler(releaseSale),
    'POST /dsb/transactions/{id}/reverse': correctionHandler((_, correction) =>
      reverseTransaction(ctx, deps, correction),
    ),
    'POST /dsb/transactions/{id}/reverse-payment': correctionHandler(reversePayment),
    'POST /dsb/transactions/{id}/charge-back': async ({
      viewer,
      params: { id },
      body: { reason, answerBy },
    }) => {
      const correction = await canCorrect(ctx, viewer, id, reason);
      return {
        data: { id: await chargeBack(ctx, deps, correction, answerBy ? new Date(answerBy) : null) },
      };
    },
  });
};
