// Requests for help: asked by members, answered once by an administrator, who is in the log, and told by letter.
import { randomUUIDv7 } from 'node:crypto';
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { DataInput } from '@camarim/contract/route';
import { recordAct } from '../../platform/audit/audit.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Platform } from '../../platform/platform.ts';
import { summarise } from '../profiles/index.ts';
import { answerTicket, deleteTicketsOf, insertTicket, listOwnTickets, listTickets, ticketExists } from './store.ts';
import type { TicketRow } from './store.ts';

type Ticket = DataInput<Routes['POST /profiles/help']>;
type Page = { limit: number; offset: number };
export type Contacts = { contactOf(tx: Transaction, profileId: ProfileId): Promise<{ email: string; name: string; locale: Locale } | null> };

const present = (row: TicketRow): Ticket => ({
  id: row.id,
  message: row.message,
  createdAt: row.created_at.toISOString(),
  answer: row.answer,
  answeredAt: row.answered_at?.toISOString() ?? null,
});

export const askForHelp = async ({ db, clock }: Platform, { profileId }: Allowed<{ profileId: ProfileId }>, message: string): Promise<Ticket> =>
  present(await transaction(db, (tx) => insertTicket(tx, { id: randomUUIDv7(), profileId, message, now: clock.now() })));

/** The person removed their account. */
export const eraseTicketsOf = ({ db }: Pick<Platform, 'db'>, profileId: ProfileId): Promise<void> => deleteTicketsOf(db, profileId);

export const viewOwnTickets = async ({ db }: Platform, profileId: ProfileId, page: Page): Promise<Ticket[]> => (await listOwnTickets(db, profileId, page)).map(present);

export const viewTickets = async (platform: Platform, _admin: Allowed<{ adminId: ProfileId }>, answered: boolean, page: Page): Promise<DataInput<Routes['GET /dsb/help']>> => {
  const rows = await listTickets(platform.db, answered, page);
  const profiles = await summarise(platform, [...new Set(rows.map((row) => row.profile_id))]);
  return rows.flatMap((row) => {
    const profile = profiles.get(row.profile_id);
    return profile ? [{ ...present(row), profile }] : [];
  });
};

/** Throws ticket.notFound and ticket.alreadyAnswered. */
export const answerHelp = async (platform: Platform, { contactOf }: Contacts, { adminId }: Allowed<{ adminId: ProfileId }>, id: string, answer: string): Promise<Ticket> =>
  transaction(platform.db, async (tx) => {
    const now = platform.clock.now();
    const row = await answerTicket(tx, { id, answer, adminId, now });
    if (!row) throw new AppError((await ticketExists(tx, id)) ? 'ticket.alreadyAnswered' : 'ticket.notFound');
    await recordAct(tx, { adminId, action: 'ticket.answered', profileId: row.profile_id, subjectId: id, now });
    const person = await contactOf(tx, row.profile_id);
    if (person) await platform.mail.send(tx, { to: person.email, locale: person.locale, template: 'ticketAnswered', params: { name: person.name, answer } });
    return present(row);
  });
