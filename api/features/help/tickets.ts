// Help tickets: created by members, answered once by an administrator, audited, and sent by email.
import { randomUUIDv7 } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { DataInput } from '@camarim/contract/route';
import { recordAct } from '../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Ctx } from '../../context.ts';
import { text } from '../../platform/text/text.ts';
import { summarise } from '../profiles/index.ts';
import { APPEALABLE } from './appeals.ts';
import {
  updateAnswer,
  deleteTicketsOf,
  findDecision,
  findTicket,
  insertTicket,
  listOwnTickets,
  listTickets,
} from './store.ts';
import type { TicketRow } from './store.ts';

type Ticket = DataInput<Routes['POST /profiles/help']>;
type Page = { limit: number; offset: number };

const present = (row: TicketRow): Ticket => ({
  id: row.id,
  message: row.message,
  createdAt: row.created_at.toISOString(),
  answer: row.answer,
  answeredAt: row.answered_at?.toISOString() ?? null,
  appeal: row.appeal && { reason: row.appeal.reason, decidedAt: row.appeal.decidedAt },
});

/**
 * With `decision` the ticket is an appeal. Throws ticket.noDecision when there is no such decision
 * on this person.
 */
export const createTicket = async (
  { db, clock }: Ctx,
  { profileId }: Allowed<{ profileId: ProfileId }>,
  { message, decision }: { message: string; decision?: string | undefined },
): Promise<Ticket> =>
  transaction(db, async (tx) => {
    const appeals =
      decision === undefined ? null : await findDecision(tx, APPEALABLE, profileId, decision);
    if (decision !== undefined && appeals === null) throw new AppError('ticket.noDecision');
    const id = randomUUIDv7();
    await insertTicket(tx, { id, profileId, message, appeals, now: clock.now() });
    const row = await findTicket(tx, id);
    if (!row) throw new Error(`ticket ${id} is gone`);
    return present(row);
  });

/** The person removed their account. */
export const eraseTicketsOf = ({ db }: Ctx, profileId: ProfileId): Promise<void> =>
  deleteTicketsOf(db, profileId);

export const viewOwnTickets = async (
  { db }: Ctx,
  profileId: ProfileId,
  page: Page,
): Promise<Ticket[]> => (await listOwnTickets(db, profileId, page)).map(present);

export const viewTickets = async (
  ctx: Ctx,
  { adminId }: Allowed<{ adminId: ProfileId }>,
  answered: boolean,
  page: Page,
): Promise<DataInput<Routes['GET /dsb/help']>> => {
  const rows = await listTickets(ctx.db, answered, page);
  const profiles = await summarise(ctx, [...new Set(rows.map((row) => row.profile_id))]);
  return rows.flatMap((row) => {
    const profile = profiles.get(row.profile_id);
    return profile ? [{ ...present(row), profile, mine: row.appeal?.adminId === adminId }] : [];
  });
};

/**
 * An appeal must be answered by another administrator than the one who decided; where there is no
 * other, the answer says so. Throws ticket.notFound, ticket.alreadyAnswered, ticket.otherAdmin, and
 * decision.own for an appeal of their own.
 */
export const answerTicket = async (
  ctx: Ctx,
  { adminId }: Allowed<{ adminId: ProfileId }>,
  id: string,
  answer: string,
): Promise<Ticket> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const row = await findTicket(tx, id);
    if (!row) throw new AppError('ticket.notFound');
    if (row.appeal) refuseOwnDecision(adminId, row.profile_id);
    const decidedIt = row.appeal?.adminId === adminId;
    if (decidedIt && (await ctx.accounts.adminContacts(tx, 'help.decide')).length > 1)
      throw new AppError('ticket.otherAdmin');
    const person = await ctx.accounts.contactOf(tx, row.profile_id);
    const sentAnswer = decidedIt
      ? `${answer}\n\n${text(person?.locale ?? 'pt', 'ticket.sameAdmin')}`
      : answer;
    if (!(await updateAnswer(tx, { id, answer: sentAnswer, adminId, now })))
      throw new AppError('ticket.alreadyAnswered');
    await recordAct(tx, {
      adminId,
      action: 'ticket.answered',
      profileId: row.profile_id,
      subjectId: id,
      ...(decidedIt && {
        reason: 'an appeal against their own decision: there is no other administrator',
      }),
      now,
    });
    if (person)
      await ctx.mail.send(tx, {
        to: person.email,
        locale: person.locale,
        template: 'ticketAnswered',
        params: { name: person.name, answer: sentAnswer },
      });
    return { ...present(row), answer: sentAnswer, answeredAt: now.toISOString() };
  });
