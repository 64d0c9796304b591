// A person who can't log in contests a decision by a signed link: the refusal of their report or
// removal request, or the block of their account.
import type { Routes } from '@camarim/contract';
import type { Locale } from '@camarim/contract/limits';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import type { Ctx } from '../../context.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { appealUntil, madeText, nameOf, readContest, type Refusal } from '../decisions/index.ts';
import { dueAtOf } from '../reports/index.ts';
import { contactSealContext, type TicketContact } from './contact.ts';
import { findTicket, insertTicket } from './store.ts';
import { present } from './tickets.ts';
import { refusalOf, type RefusalRow, ticketOf } from './visitor-store.ts';

type View = DataInput<Routes['POST /publics/help/decision']>;

/** Throws ticket.noDecision: it was not refused, or its owner has an account. */
const loadRefusal = async (db: Database, refusal: Refusal): Promise<RefusalRow> => {
  const row = await refusalOf(db, refusal);
  if (!row) throw new AppError('ticket.noDecision');
  return row;
};

/**
 * The decision with its reason, and what came of the appeal. Throws token.invalid and
 * ticket.noDecision.
 */
export const viewRefusal = async (ctx: Ctx, token: string, locale: Locale): Promise<View> => {
  const refusal = await readContest(ctx, token);
  const row = await loadRefusal(ctx.db, refusal);
  const ticketId = await ticketOf(ctx.db, refusal, row);
  const ticket = ticketId && (await findTicket(ctx.db, ticketId));
  return {
    kind: refusal.kind,
    what: refusal.kind === 'block' ? madeText(locale, 'user.blocked') : nameOf(locale, row.target),
    reason: row.reason,
    decidedAt: row.decided_at.toISOString(),
    until: appealUntil(ctx.config, row.decided_at).toISOString(),
    appeal: ticket ? present(ticket) : null,
  };
};

/**
 * Throws token.invalid, ticket.noDecision, ticket.appealOver, and ticket.appealed for a second one.
 */
export const contestRefusal = (
  ctx: Ctx,
  { token, message, email }: BodyOf<Routes['POST /publics/help/appeal']>,
  locale: Locale,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const refusal = await readContest(ctx, token);
    const row = await loadRefusal(tx, refusal);
    const now = ctx.clock.now();
    if (appealUntil(ctx.config, row.decided_at) < now) throw new AppError('ticket.appealOver');
    const id = newId();
    // The answer to a blocked person goes to the address of their account.
    const contact: TicketContact | null =
      email && row.profile_id === null ? { email, locale } : null;
    const inserted = await insertTicket(tx, {
      id,
      profileId: row.profile_id,
      message,
      appeals: row.act,
      reportId: refusal.kind === 'report' ? refusal.id : null,
      removalId: refusal.kind === 'removal' ? refusal.id : null,
      sealedContact: contact && ctx.seal.seal(contactSealContext(id), contact),
      dueAt: dueAtOf('other', now, ctx.config),
      now,
    });
    if (!inserted) throw new AppError('ticket.appealed');
  });
