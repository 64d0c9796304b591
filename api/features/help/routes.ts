// Routes of help tickets.
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { canAnswerTickets, canAskForHelp } from './policy.ts';
import { answerTicket, createTicket, viewOwnTickets, viewTickets } from './tickets.ts';
import type { Contacts } from './tickets.ts';

export const helpHandlers = (platform: Platform, contacts: Contacts) =>
  handlers({
    'POST /profiles/help': async ({ body, viewer }) => ({
      data: await createTicket(platform, canAskForHelp(viewer), body),
    }),
    'GET /profiles/help': async ({ query, viewer }) => ({
      data: await viewOwnTickets(platform, viewer.profileId, query),
      ...query,
    }),
    'GET /dsb/help': async ({ query: { limit, offset, answered }, viewer }) => ({
      data: await viewTickets(platform, canAnswerTickets(viewer), answered, { limit, offset }),
      limit,
      offset,
    }),
    'POST /dsb/help/{id}': async ({ params, body, viewer }) => ({
      data: await answerTicket(
        platform,
        contacts,
        canAnswerTickets(viewer),
        params.id,
        body.answer,
      ),
    }),
  });
