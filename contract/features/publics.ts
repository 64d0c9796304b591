// /publics: what anybody may ask for without an account, beside profiles, posts and banks.
import { z } from 'zod';
import { route } from '../route.ts';

export const publicsRoutes = {
  'GET /publics/countries': route({
    id: 'publics.countries',
    summary: 'Countries by their name in the reader’s language',
    auth: 'public',
    reply: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  'GET /publics/states': route({
    id: 'publics.states',
    summary: 'The states of Brazil',
    auth: 'public',
    reply: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  'GET /publics/cities/{stateCode}': route({
    id: 'publics.cities',
    summary: 'The cities of a state of Brazil as IBGE writes them; none for an unknown state',
    auth: 'public',
    params: z.object({ stateCode: z.string().length(2).toUpperCase() }),
    reply: z.array(z.string()),
  }),
};
