// Answers help tickets, once, audited and by email. The answer to an appeal says whether the
// decision stands, and carries out the contrary where it does not.
import type { Routes } from '@camarim/contract';
import type { ProfileId } from '@camarim/contract/ids';
import type { Locale } from '@camarim/contract/limits';
import type { BodyOf, DataInput } from '@camarim/contract/route';
import { STEP_UP_RIGHTS } from '@camarim/contract/staff';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { recordAct } from '../../platform/audit/audit.ts';
import { refuseOwnDecision } from '../../platform/audit/second-person.ts';
import { type Transaction, transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import { text, type TextKey } from '../../platform/text/text.ts';
import { setContested } from '../decisions/index.ts';
import { findPayment } from '../funds/index.ts';
import { notify } from '../notifications/index.ts';
import { overturn, rightFor } from './appeals.ts';
import { contactSealContext, type TicketContact } from './contact.ts';
import type { TicketReader } from './policy.ts';
import { findTicket, partiesOf, setUndone, type TicketRow, updateAnswer } from './store.ts';
import { present } from './tickets.ts';
import { takeContact } from './visitor-store.ts';

type Answer = BodyOf<Routes['POST /dsb/help/{id}']>;

/** The receiver of the reply and their language; null without an address. */
const recipientOf = async (
  ctx: Ctx,
  tx: Transaction,
  { id, profile_id: profileId, appeal }: TicketRow,
): Promise<{ email: string; locale: Locale; name: string | null } | null> => {
  if (profileId)
    return appeal?.action === 'user.blocked'
      ? ctx.accounts.contactOfBlocked(tx, profileId)
      : ctx.accounts.contactOf(tx, profileId);
  const sealed = await takeContact(tx, id);
  return sealed && { ...ctx.seal.open<TicketContact>(contactSealContext(id), sealed), name: null };
};

const emailAnswer = async (
  ctx: Ctx,
  tx: Transaction,
  { profile_id: profileId, appeal }: TicketRow,
  person: Awaited<ReturnType<typeof recipientOf>>,
  { answer, result: key }: { answer: string; result: TextKey },
): Promise<void> => {
  if (appeal && profileId) await notify(ctx, tx, { profileId, type: 'appealAnswered' });
  if (!person) return;
  const { email: to, locale, name } = person;
  if (!appeal)
    return name === null
      ? ctx.mail.send(tx, { to, locale, template: 'visitorTicketAnswered', params: { answer } })
      : ctx.mail.send(tx, { to, locale, template: 'ticketAnswered', params: { name, answer } });
  const result = text(locale, key);
  if (name === null)
    return ctx.mail.send(tx, {
      to,
      locale,
      template: 'visitorAppealAnswered',
      params: { result, answer },
    });
  const params = { name, result, answer };
  return ctx.mail.send(tx, { to, locale, template: 'appealAnswered', params });
};

/**
 * Throws decision.own for the administrator's own ticket, for a payment to them that is asked back,
 * and for an appeal about what is theirs or what they reported, and ticket.otherAdmin for a
 * decision that one made or agreed to, while another person could answer.
 */
const decidedAlone = async (
  ctx: Ctx,
  tx: Transaction,
  row: TicketRow,
  adminId: ProfileId,
): Promise<boolean> => {
  const { id, appeal, profile_id: profileId, refund_of: refundOf } = row;
  refuseOwnDecision(adminId, profileId);
  // Who got the payment that is asked back.
  if (refundOf) refuseOwnDecision(adminId, (await findPayment({ db: tx }, refundOf))?.to ?? null);
  if (!appeal) return false;
  const parties = await partiesOf(tx, id);
  for (const person of parties) refuseOwnDecision(adminId, person);
  const { deciders } = appeal;
  const rights = ['help.decide', 'content.decide', rightFor(row)] as const;
  const refused = [...deciders, profileId, ...parties];
  const team = await ctx.accounts.adminContacts(tx, ...rights);
  if (team.some((other) => !refused.includes(other.profileId)))
    for (const decider of deciders) refuseOwnDecision(adminId, decider, 'ticket.otherAdmin');
  return deciders.includes(adminId);
};

/**
 * Whether an answer carries out a decision about money or identity, which needs a step-up wherever
 * it is made. Without the right, the answer is refused for that.
 */
export const needsStepUp = async (
  { db }: Pick<Ctx, 'db'>,
  { has }: Allowed<TicketReader>,
  id: string,
  { outcome }: Answer,
): Promise<boolean> => {
  const row = outcome === 'overturned' ? await findTicket(db, id) : null;
  if (!row?.appeal) return false;
  const right = rightFor(row);
  return STEP_UP_RIGHTS.includes(right) && has(right);
};

/**
 * An appeal is answered by another administrator than the one who decided; where there is no other,
 * the answer says so. Throws ticket.notFound, ticket.alreadyAnswered, ticket.otherAdmin,
 * auth.rightMissing for an appeal without the right to decide about content and about what was
 * decided, decision.own for a ticket of their own or about what is theirs, and what `overturn`
 * throws.
 */
export const answerTicket = async (
  ctx: Ctx,
  services: Services,
  reader: Allowed<TicketReader>,
  id: string,
  given: Answer,
): Promise<DataInput<Routes['POST /dsb/help/{id}']>> =>
  transaction(ctx.db, (tx) => answerIn(ctx, services, tx, reader, { id, ...given }));

/** The sentence above the answer. */
const resultOf = (
  outcome: Answer['outcome'],
  {
    restored,
    stillHeld,
    erased,
    undone,
    waitsForSecond,
  }: {
    restored: number;
    stillHeld: number;
    erased: number;
    undone: boolean;
    waitsForSecond?: boolean;
  },
): TextKey => {
  if (!undone) return 'ticket.overturnedUndone';
  if (waitsForSecond) return 'ticket.overturnedWaits';
  if (erased > 0) return 'ticket.overturnedErased';
  return stillHeld > 0 && restored === 0 ? 'ticket.overturnedHeld' : `ticket.${outcome}`;
};

const NOTHING = {
  restored: 0,
  stillHeld: 0,
  erased: 0,
  undone: true,
  waitsForSecond: false,
} as const;

const answerIn = async (
  ctx: Ctx,
  services: Services,
  tx: Transaction,
  { adminId, has }: Allowed<TicketReader>,
  { id, answer: given, outcome }: Answer & { id: string },
): Promise<DataInput<Routes['POST /dsb/help/{id}']>> => {
  const now = ctx.clock.now();
  const row = await findTicket(tx, id);
  if (!row) throw new AppError('ticket.notFound');
  const { profile_id: profileId, appeal } = row;
  if (appeal && !(has('content.decide') && has(rightFor(row))))
    throw new AppError('auth.rightMissing');
  const alone = await decidedAlone(ctx, tx, row, adminId);
  const person = await recipientOf(ctx, tx, row);
  const answer = alone ? `${given}\n\n${text(person?.locale ?? 'pt', 'ticket.sameAdmin')}` : given;
  // The first of two who answer at once locks the ticket; the second finds it answered.
  const answered = { id, answer, outcome: appeal && outcome, adminId, now };
  if (!(await updateAnswer(tx, answered))) throw new AppError('ticket.alreadyAnswered');
  const reason = `${appeal ? `${outcome}: ` : ''}${alone ? 'an appeal against their own decision: there is no other administrator' : ''}`;
  await recordAct(tx, {
    adminId,
    action: 'ticket.answered',
    profileId,
    subjectId: id,
    reason,
    now,
  });
  const restored =
    appeal && outcome === 'overturned'
      ? await overturn(ctx, services, tx, { row, reader: { adminId, has }, reason: given })
      : NOTHING;
  const { restored: count, stillHeld, undone, waitsForSecond = false } = restored;
  if (!undone || waitsForSecond) await setUndone(tx, id, undone && null);
  if (appeal && profileId && appeal.reportId === null)
    await setContested(tx, { originId: appeal.subjectId, ownerId: profileId }, false);
  await emailAnswer(ctx, tx, row, person, { answer, result: resultOf(outcome, restored) });
  return {
    ...present({ ...row, appeal: appeal && { ...appeal, outcome } }),
    answer,
    answeredAt: now.toISOString(),
    restored: count,
    stillHeld,
    waitsForSecond,
  };
};
