// /publics: what anybody may ask for without an account, beside profiles, posts and banks.
import { z } from 'zod';
import { LOCALES } from '../limits.ts';
import { route } from '../route.ts';

/** Texts one agrees to. Source: specification section 2, legal pages. */
export const policyName = z.enum(['terms', 'privacy', 'cookies', 'contract']);
const faqTopic = z.enum(['all', 'fans', 'producers']);

export const publicsRoutes = {
  'GET /publics/policies': route({
    id: 'publics.policies',
    summary: 'Terms, privacy, cookies and the contract of producers, in the reader’s language',
    auth: 'public',
    query: z.object({ name: policyName.optional() }),
    reply: z.array(
      z.object({
        name: policyName,
        /** What acceptances refer to; changes with the text. */
        version: z.string(),
        locale: z.enum(LOCALES),
        /** A subset of Markdown: headings, paragraphs, lists, bold. */
        markdown: z.string(),
      }),
    ),
  }),
  'GET /publics/faqs/{all}/{product}': route({
    id: 'publics.faqs',
    summary: 'Questions that are asked often: all of them or only the first of each topic, of one topic or of all',
    auth: 'public',
    params: z.object({ all: z.enum(['all', 'main']), product: faqTopic }),
    reply: z.array(z.object({ product: faqTopic.exclude(['all']), question: z.string(), answer: z.string(), version: z.string().meta({ description: 'of the questions as a whole; changes with any of them' }) })),
  }),
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
