// People without an account, or who cannot log in, ask for help: the answer goes to their address.
import type { Routes } from '@camarim/contract';
import type { Locale } from '@camarim/contract/limits';
import type { BodyOf } from '@camarim/contract/route';
import { DAY_SECONDS } from '@camarim/contract/time';
import type { Ctx } from '../../context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { newId } from '../../platform/ids/new-id.ts';
import { limitAddress } from '../../platform/limits/address.ts';
import { contactSealContext, type TicketContact } from './contact.ts';
import { insertTicket } from './store.ts';

/** Each is read and answered by a person of the team. */
const QUESTIONS_PER_DAY = 5;
const RULE = { limit: QUESTIONS_PER_DAY, windowSeconds: DAY_SECONDS };

type Question = Omit<BodyOf<Routes['POST /publics/help']>, 'recapcha'>;

/** Throws ticket.tooMany. The caller has checked the captcha. */
export const askAsVisitor = (
  ctx: Ctx,
  { email, message }: Question,
  { address, locale }: { address: string; locale: Locale },
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    for (const key of [`help|${limitAddress(address)}`, `help|${email}`])
      if (!(await ctx.strictLimits.in(tx).take(key, RULE)).allowed)
        throw new AppError('ticket.tooMany');
    const id = newId();
    const contact: TicketContact = { email, locale };
    await insertTicket(tx, {
      id,
      profileId: null,
      message,
      appeals: null,
      reportId: null,
      sealedContact: ctx.seal.seal(contactSealContext(id), contact),
      dueAt: null,
      now: ctx.clock.now(),
    });
  });
