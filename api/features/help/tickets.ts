// Help tickets: created by members, and listed for them and for administrators.
import type { Routes } from '@camarim/contract';
import type { ProfileId, TransferId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import { actText } from '../../platform/audit/act-text.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError, fieldError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { appealUntil, endContestsOf, setContested } from '../decisions/index.ts';
import { findPayment, hasPaid } from '../funds/index.ts';
import { summarise } from '../profiles/index.ts';
import { dueAtOf } from '../reports/index.ts';
import { APPEALABLE, effectOf, rightFor } from './appeals.ts';
import { contactSealContext, type TicketContact } from './contact.ts';
import type { TicketReader } from './policy.ts';
import {
  deleteTicketsOf,
  findDecision,
  findRefusal,
  findTicket,
  insertTicket,
  listRefundRequests,
  listOwnTickets,
  listTickets,
  rolesOf,
} from './store.ts';
import type { TicketRow } from './store.ts';

export type Ticket = DataInput<Routes['POST /profiles/help']>;
type Page = { limit: number; offset: number };

const contesterOf = ({ reportId, removalId }: NonNullable<TicketRow['appeal']>) => {
  if (removalId !== null) return 'depicted';
  return reportId === null ? 'owner' : 'reporter';
};

export const present = (row: TicketRow): Ticket => ({
  id: row.id,
  message: row.message,
  createdAt: row.created_at.toISOString(),
  answer: row.answer,
  answeredAt: row.answered_at?.toISOString() ?? null,
  appeal: row.appeal && {
    reason: row.appeal.reason,
    decidedAt: row.appeal.decidedAt,
    by: contesterOf(row.appeal),
    dueAt: row.appeal.dueAt,
    outcome: row.appeal.outcome,
  },
});

/**
 * The contested decision: one on this person, or the refusal of a report of theirs. Throws
 * ticket.noDecision, and ticket.appealOver when it is too old.
 */
const contested = async (
  { clock, config }: Ctx,
  tx: Transaction,
  profileId: ProfileId,
  decision: string,
): Promise<{ appeals: number; reportId: string | null }> => {
  const against = await findDecision(tx, APPEALABLE, profileId, decision);
  const found = against ?? (await findRefusal(tx, profileId, decision));
  if (!found) throw new AppError('ticket.noDecision');
  if (appealUntil(config, found.created_at) < clock.now()) throw new AppError('ticket.appealOver');
  // What was removed is kept until the answer, also when its time is over before.
  if (against) await setContested(tx, { originId: decision, ownerId: profileId }, true);
  return { appeals: found.id, reportId: against ? null : decision };
};

export type NewRequest = {
  message: string;
  decision?: string | undefined;
  refund?: TransferId | undefined;
};

/**
 * With `decision` the ticket is an appeal, with `refund` it asks for that payment back, once.
 * Throws what `contested` throws, ticket.appealed for a second appeal, receipt.notFound for what
 * this person did not pay, ticket.refundAsked, and validate.invalid with both.
 */
export const createTicket = async (
  ctx: Ctx,
  { profileId }: Allowed<{ profileId: ProfileId }>,
  { message, decision, refund }: NewRequest,
): Promise<Ticket> => {
  if (refund !== undefined) {
    if (decision !== undefined) throw fieldError('refund', 'validate.invalid');
    if (!(await hasPaid(ctx, profileId, refund))) throw new AppError('receipt.notFound');
  }
  return transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const appeal =
      decision === undefined
        ? { appeals: null, reportId: null, dueAt: null }
        : {
            ...(await contested(ctx, tx, profileId, decision)),
            dueAt: dueAtOf('other', now, ctx.config),
          };
    const id = newId();
    if (
      !(await insertTicket(tx, {
        id,
        profileId,
        message,
        refundOf: refund ?? null,
        ...appeal,
        now,
      }))
    )
      throw new AppError(decision === undefined ? 'ticket.refundAsked' : 'ticket.appealed');
    const row = await findTicket(tx, id);
    if (!row) throw new Error(`ticket ${id} is gone`);
    return present(row);
  });
};

export const viewRefundRequests = async (
  { db }: Ctx,
  { profileId }: Allowed<{ profileId: ProfileId }>,
  receipts: readonly TransferId[],
): Promise<DataInput<Routes['GET /help/refunds']>> =>
  (await listRefundRequests(db, profileId, receipts)).map(({ receipt, askedAt, answeredAt }) => ({
    receipt,
    askedAt: askedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
  }));

/** The address of a question: the team helps people who cannot log in by it. Null for an appeal. */
const emailOf = ({ seal }: Ctx, { id, appeal, sealed_contact: sealed }: TicketRow) =>
  appeal === null && sealed ? seal.open<TicketContact>(contactSealContext(id), sealed).email : null;

/** The person removed their account. */
export const eraseTicketsOf = async ({ db }: Ctx, profileId: ProfileId): Promise<void> => {
  await deleteTicketsOf(db, profileId);
  await endContestsOf(db, profileId);
};

export const viewOwnTickets = async (
  { db }: Ctx,
  profileId: ProfileId,
  page: Page,
): Promise<Ticket[]> => (await listOwnTickets(db, profileId, page)).map(present);

export const viewTickets = async (
  ctx: Ctx,
  { adminId }: Allowed<TicketReader>,
  { answered, locale }: { answered: boolean; locale: Locale },
  page: Page,
): Promise<DataInput<Routes['GET /dsb/help']>> => {
  const rows = await listTickets(ctx.db, { adminId, answered }, page);
  const payments = await Promise.all(
    rows.map(({ refund_of: paid }) => paid && findPayment(ctx, paid)),
  );
  const effects = await Promise.all(
    rows.map((row) => (row.answered_at ? null : effectOf(ctx, ctx.db, row))),
  );
  const ids = [
    ...rows.flatMap((row) => row.profile_id ?? []),
    ...payments.flatMap((payment) => payment?.to ?? []),
  ];
  const profiles = await summarise(ctx, [...new Set(ids)]);
  const team = await rolesOf(
    ctx.db,
    rows.flatMap(({ appeal }) => appeal?.deciders ?? []),
  );
  return rows.flatMap((row, index) => {
    const payment = payments[index] ?? null;
    const refund = payment && {
      ...payment,
      to: (payment.to && profiles.get(payment.to)) ?? null,
      paidAt: payment.paidAt.toISOString(),
    };
    const profile = row.profile_id && profiles.get(row.profile_id);
    return profile === undefined
      ? []
      : [
          {
            ...present(row),
            profile: profile || null,
            refund,
            email: emailOf(ctx, row),
            contested: row.appeal && {
              act: actText(locale, row.appeal.action),
              deciders: row.appeal.deciders.flatMap((decider) => team.get(decider) ?? []),
              userId: row.appeal.userId,
            },
            effect: effects[index] ?? null,
            right: rightFor(row),
            mine: row.appeal?.deciders.includes(adminId) ?? false,
          },
        ];
  });
};
