// Routes of help tickets.
import { handlers } from '../../platform/http/mount.ts';
import type { Ctx } from '../../context.ts';
import type { Services } from '../../feature.ts';
import { requireRecentStrongAuth } from '../auth/index.ts';
import { viewContestable } from './contestable.ts';
import { canAnswerTickets, canAskForHelp } from './policy.ts';
import { answerTicket, needsStepUp } from './answer-ticket.ts';
import { createTicket, viewOwnTickets, viewRefundRequests, viewTickets } from './tickets.ts';
import { contestRefusal, viewRefusal } from './visitor-appeals.ts';
import { askAsVisitor } from './visitor-questions.ts';

export const helpHandlers = (ctx: Ctx, services: Services) =>
  handlers({
    'POST /profiles/help': async ({ body, viewer }) => ({
      data: await createTicket(ctx, canAskForHelp(viewer), body),
    }),
    'GET /profiles/help': async ({ query, viewer }) => ({
      data: await viewOwnTickets(ctx, viewer.profileId, query),
      ...query,
    }),
    'GET /help/refunds': async ({ viewer, query: { receipts } }) => ({
      data: await viewRefundRequests(ctx, canAskForHelp(viewer), receipts),
    }),
    'GET /help/decisions': async ({ viewer, context }) => ({
      data: await viewContestable(ctx, canAskForHelp(viewer), context.locale),
    }),
    'POST /publics/help': async ({ body: { recapcha, ...question }, context }) => {
      const { address, locale } = context;
      await ctx.captcha.spend(recapcha, { action: 'help', address });
      await askAsVisitor(ctx, question, { address, locale });
      return { data: null };
    },
    'POST /publics/help/decision': async ({ body, context }) => ({
      data: await viewRefusal(ctx, body.token, context.locale),
    }),
    'POST /publics/help/appeal': async ({ body, context }) => {
      await contestRefusal(ctx, body, context.locale);
      return { data: null };
    },
    'GET /dsb/help': async ({ query: { limit, offset, answered }, viewer, context }) => ({
      data: await viewTickets(
        ctx,
        canAnswerTickets(viewer),
        { answered, locale: context.locale },
        { limit, offset },
      ),
      limit,
      offset,
    }),
    'POST /dsb/help/{id}': async ({ params, body, viewer }) => {
      const reader = canAnswerTickets(viewer);
      if (await needsStepUp(ctx, reader, params.id, body))
        await requireRecentStrongAuth(ctx, viewer);
      return { data: await answerTicket(ctx, services, reader, params.id, body) };
    },
  });
