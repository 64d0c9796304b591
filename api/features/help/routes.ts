// Requests for help on the wire.
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { mayAnswer, mayAsk } from './policy.ts';
import { answerHelp, askForHelp, viewOwnTickets, viewTickets } from './tickets.ts';
import type { Contacts } from './tickets.ts';

export const helpHandlers = (platform: Platform, contacts: Contacts) =>
  handlers({
    'POST /profiles/help': async ({ body, viewer }) => ({
      data: await askForHelp(platform, mayAsk(viewer), body),
    }),
    'GET /profiles/help': async ({ query, viewer }) => ({
      data: await viewOwnTickets(platform, viewer.profileId, query),
      ...query,
    }),
    'GET /dsb/help': async ({ query: { limit, offset, answered }, viewer }) => ({
      data: await viewTickets(platform, mayAnswer(viewer), answered, { limit, offset }),
      limit,
      offset,
    }),
    'POST /dsb/help/{id}': async ({ params, body, viewer }) => ({
      data: await answerHelp(platform, contacts, mayAnswer(viewer), params.id, body.answer),
    }),
  });
