// /publics: what visitors read without an account, beside profiles, posts and banks.
import { z } from 'zod';
import { LOCALES } from '../limits.ts';
import { route } from '../route.ts';

/** Texts one agrees to. Source: specification section 2, legal pages. */
export const policyName = z.enum(['terms', 'privacy', 'cookies', 'contract']);
/** SHA-256 of a policy's Portuguese text, in hex. */
const policyVersion = z.string().regex(/^[0-9a-f]{64}$/);
const policySchema = z
  .object({
    name: policyName,
    /** What acceptances refer to; changes with the Portuguese text. */
    version: z.string(),
    publishedAt: z.iso.datetime(),
    /**
     * The first version of an installation holds at once, a later one 30 days after it was
     * published.
     */
    inForceAt: z.iso.datetime(),
    locale: z.enum(LOCALES),
    /** A subset of Markdown: headings, paragraphs, lists, bold. */
    markdown: z.string(),
  })
  .meta({ id: 'Policy' });

/**
 * A version that a person did not agree to yet: one to come, or with `asked` one in force that has
 * to be agreed to.
 */
export const policyChange = policySchema
  .pick({ name: true, version: true, inForceAt: true })
  .extend({ asked: z.boolean() })
  .meta({ id: 'PolicyChange' });
/**
 * Why personal data is held: LGPD, article 7, V, IX, II and VI; GDPR, article 6(1), b, f, c and f.
 */
const dataGround = z.enum(['contract', 'security', 'law', 'claims']);
export type DataGround = z.infer<typeof dataGround>;
/**
 * Which law or purpose keeps data after an account: accessRecords: Marco Civil, article 15;
 * accounts: CTN, articles 173 and 174, in a ledger that never changes; claims: CDC, article 27;
 * identity: Lei 9.613/1998, article 10; consent: LGPD, article 8, § 2; age: Lei 15.211/2025;
 * decisions: LGPD, article 6, X; fraud and service: LGPD, article 7, IX.
 */
const dataBasis = z.enum([
  'accessRecords',
  'accounts',
  'claims',
  'identity',
  'consent',
  'age',
  'decisions',
  'fraud',
  'service',
]);
export type DataBasis = z.infer<typeof dataBasis>;
const personalDataEntrySchema = z
  .object({
    name: z.string().meta({ description: 'in the reader’s language' }),
    ground: dataGround,
    removal: z.enum(['erased', 'blanked', 'kept']).meta({
      description:
        'when the account is removed; `blanked`: rows stay without what tells about the person, or for the people who paid for them',
    }),
    days: z
      .int()
      .nullable()
      .meta({ description: 'how long it is kept; null: without an end, or not' }),
    from: z.enum(['event', 'removal']).meta({
      description:
        'the instant from which the days count: its event, or the removal of the account',
    }),
    basis: dataBasis.nullable().meta({ description: 'why it is kept so long; null: it is not' }),
  })
  .meta({ id: 'PersonalDataEntry' });
const faqTopic = z.enum(['all', 'fans', 'producers']);

export const publicsRoutes = {
  'GET /publics/policies': route({
    id: 'publics.policies',
    summary:
      'Terms, privacy, cookies and the contract of producers as they hold now, in the reader’s language',
    auth: 'public',
    query: z.object({ name: policyName.optional() }),
    reply: z.array(policySchema),
  }),
  'GET /publics/policies/{name}/versions': route({
    id: 'publics.policyVersions',
    summary: 'All versions of a policy, earlier ones and those to come too, newest first',
    auth: 'public',
    params: z.object({ name: policyName }),
    reply: z.array(policySchema.pick({ version: true, publishedAt: true, inForceAt: true })),
  }),
  'GET /publics/policies/{name}/versions/{version}': route({
    id: 'publics.policyVersion',
    summary: 'One version of a policy, in the reader’s language',
    auth: 'public',
    params: z.object({ name: policyName, version: policyVersion }),
    reply: policySchema,
    errors: ['policy.notFound'],
  }),
  'GET /publics/personal-data': route({
    id: 'publics.personalData',
    summary:
      'The personal data that this installation holds, why, and what becomes of it when an account is removed',
    auth: 'public',
    reply: z.array(personalDataEntrySchema),
  }),
  'POST /profiles/policies': route({
    id: 'profiles.acceptPolicy',
    summary: 'Agrees to a version of a policy, also before it holds; again changes nothing',
    auth: 'member',
    body: z.object({ name: policyName, version: policyVersion }),
    example: {
      name: 'terms',
      version: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
    reply: z.null(),
    errors: ['policy.notFound'],
  }),
  'GET /publics/faqs/{all}/{product}': route({
    id: 'publics.faqs',
    summary:
      'Questions that are asked often: all of them or only the first of each topic, of one topic or of all',
    auth: 'public',
    params: z.object({ all: z.enum(['all', 'main']), product: faqTopic }),
    reply: z.array(
      z.object({
        product: faqTopic.exclude(['all']),
        question: z.string(),
        answer: z.string(),
        version: z
          .string()
          .meta({ description: 'of the questions as a whole; changes with any of them' }),
      }),
    ),
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
