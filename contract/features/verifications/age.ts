// Age verification: the age gate, identity documents that prove an age, and the rules that
// administrators set.
import { z } from 'zod';
import { REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { instant, page, uuid } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';

/**
 * What proving an age discloses, and to whom. `nothing`: nothing, a button is pressed. `answer`: to
 * this site, only whether the person is of age; the party that vouches for them does not learn
 * where. `site`: to a provider who knows the person, which site asks. `paper`: to a provider, an
 * identity document. `face`: to a provider, the face. `document`: to the staff of this site, an
 * identity document.
 */
const AGE_LEARNED = ['nothing', 'answer', 'site', 'paper', 'face', 'document'] as const;
export type AgeDisclosure = (typeof AGE_LEARNED)[number];

/** Lines of figures that are listed. */
export const AGE_FIGURES_MAX = 100;

/** No proof lasts longer. */
const PROOF_MAX_SECONDS = 12 * 3_600;

const method = z
  .string()
  .regex(/^[a-z][a-z0-9]{1,19}$/)
  .meta({
    description: 'name of a verifier: document, local, or another that the installation has',
  });
const uploadKey = z
  .string()
  .min(1)
  .max(300)
  .meta({ description: 'key of a finished upload of GET /auth/doc-public-upload/any' });

const ageOffer = z
  .object({
    id: method,
    kind: z.enum(['verification', 'estimation']),
    blind: z.enum(['double', 'single', 'none']).meta({
      description:
        'double: we do not learn who, and who vouches does not learn where; single: only the first; none: neither',
    }),
    learned: z.enum(AGE_LEARNED),
    needsAccount: z.boolean(),
    name: z.string().nullable().meta({ description: 'of the provider; null where it has none' }),
  })
  .meta({ id: 'AgeOffer' });
export type AgeOffer = z.output<typeof ageOffer>;

const step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done') }),
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({
    kind: z.literal('wallet'),
    links: z.array(z.object({ document: z.string(), url: z.string() })).max(5),
  }),
]);
export type AgeStep = z.output<typeof step>;

const ageRule = z.object({
  country: z
    .string()
    .regex(/^(?:[A-Z]{2}|\*)$/)
    .meta({ description: "ISO 3166-1, or '*' for everywhere else" }),
  state: z
    .string()
    .regex(/^[A-Z0-9]{1,3}$/)
    .nullable()
    .default(null),
  requires: z.enum(['declaration', 'verified']),
  proofSeconds: z.int().min(300).max(PROOF_MAX_SECONDS),
  methods: z
    .array(method)
    .max(20)
    .nullable()
    .default(null)
    .meta({ description: 'verifiers that the place accepts; null: all but document' }),
  estimation: z.boolean().default(true).meta({ description: 'whether estimates are accepted' }),
  doubleBlind: z
    .boolean()
    .default(false)
    .meta({ description: 'accept only verifiers with double blindness' }),
});

const ownAge = z
  .object({
    stage: z.enum(['none', 'requested', 'verified', 'refused']),
    requestedAt: instant.nullable(),
    /** Why it was refused. */
    reason: z.string(),
  })
  .meta({ id: 'OwnAge' });

export const ageRoutes = {
  'GET /publics/age': route({
    id: 'publics.age',
    summary: 'What the place of the caller asks for, and whether this browser has shown it',
    auth: 'optional',
    reply: z.object({
      requires: z.enum(['declaration', 'verified']),
      proven: z.boolean(),
      offers: z
        .array(ageOffer)
        .max(20)
        .meta({ description: 'accepted ways; none for who has proven it' }),
      contestable: z.boolean().meta({
        description: 'whether a document and a selfie may be sent, to contest a refusal',
      }),
    }),
  }),
  'POST /publics/age': route({
    id: 'publics.proveAge',
    summary:
      'Starts to prove one’s age; the short-lived proof is a cookie that no page and no reply contains',
    auth: 'optional',
    body: z.object({
      method,
      device: z
        .enum(['same', 'other'])
        .default('same')
        .meta({ description: 'other: a wallet of another device scans a code' }),
    }),
    reply: z.object({
      step: step.meta({ description: 'done: the proof was set' }),
      expiresAt: instant.meta({ description: 'of the proof, or of the attempt' }),
    }),
    errors: ['age.notProven', 'age.methodNotOffered', 'age.unavailable'],
    perMinute: 20,
  }),
  'POST /publics/age/answer': route({
    id: 'publics.answerAge',
    summary:
      'Ends this browser’s attempt, with the parameters that it came back with; asked again and again while a wallet is waited for',
    auth: 'optional',
    body: z.object({
      answer: z
        .record(z.string().max(40), z.string().max(4_000))
        .default({})
        .refine((answer) => Object.keys(answer).length <= 12),
    }),
    reply: z.object({
      outcome: z.enum(['waiting', 'over', 'under', 'refused', 'unavailable']),
      expiresAt: instant.nullable().meta({ description: 'of the proof' }),
    }),
    errors: ['age.tryEnded'],
    perMinute: 120,
  }),
  'GET /profiles/age': route({
    id: 'profiles.age',
    summary: 'Whether my age was verified, or waits to be',
    auth: 'member',
    reply: ownAge,
  }),
  'POST /profiles/age': route({
    id: 'profiles.verifyAge',
    summary: 'Contests a refusal with a document and a selfie; both are deleted with the decision',
    auth: 'member',
    body: z.object({ documentFrontKey: uploadKey, selfieKey: uploadKey }),
    reply: ownAge,
    errors: [
      'age.notContestable',
      'age.alreadyAsked',
      'upload.notFound',
      'upload.forged',
      'upload.tooLarge',
    ],
    perMinute: 10,
  }),
  'GET /dsb/age': route({
    id: 'dsb.ages',
    summary:
      'Who waits for their age to be verified, the longest waiting first, with documents; each view is recorded',
    auth: 'admin',
    right: 'identity.read',
    query: z.object(page(10, 20)),
    reply: z.array(
      z.object({
        id: uuid(),
        profile: profileSummarySchema,
        requestedAt: instant,
        documents: z.array(
          z.object({ kind: z.enum(['documentFront', 'selfie']), url: z.string() }),
        ),
      }),
    ),
    list: 'offset',
    perMinute: 60,
  }),
  'POST /dsb/age/{id}': route({
    stepUp: true,
    id: 'dsb.decideAge',
    summary: 'Verifies or refuses an age; the documents are deleted',
    auth: 'admin',
    right: 'identity.decide',
    params: z.object({ id: uuid() }),
    body: z.object({
      verified: z.boolean(),
      reason: z.string().trim().max(REASON_MAX).default(''),
    }),
    reply: z.object({ stage: z.enum(['verified', 'refused']) }),
    errors: ['age.alreadyDecided', 'decision.own', 'documents.notViewed'],
  }),
  'GET /dsb/age-settings': route({
    id: 'dsb.ageSettings',
    summary:
      'The rules of age in force and every version before them; version 0 are the built-in ones',
    auth: 'admin',
    right: 'settings.read',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
    reply: z.object({
      version: z.int(),
      rules: z.array(ageRule),
      verifiers: z
        .array(ageOffer.extend({ ready: z.boolean().meta({ description: 'can be used now' }) }))
        .max(20),
      closed: z
        .array(ageRule.pick({ country: true, state: true }))
        .max(300)
        .meta({ description: 'places that ask for a proof which no usable verifier gives' }),
      issuers: z
        .array(
          z.object({
            document: z.string(),
            subject: z.string(),
            fingerprint: z.string().meta({ description: 'SHA-256, hexadecimal' }),
            expiresAt: instant,
            expired: z.boolean(),
          }),
        )
        .meta({ description: 'issuers of wallet documents that the operator trusts' }),
      figures: z
        .array(
          z.object({
            place: z.string(),
            method,
            begun: z.int(),
            over: z.int(),
            under: z.int(),
            refused: z.int(),
            unavailable: z.int(),
          }),
        )
        .max(AGE_FIGURES_MAX)
        .meta({ description: 'attempts of the last 30 days, the most frequent first' }),
      history: z.array(
        z.object({
          version: z.int(),
          changedBy: profileSummarySchema.nullable().meta({ description: 'null: removed' }),
          reason: z.string(),
          createdAt: instant,
          rules: z.array(ageRule),
        }),
      ),
    }),
  }),
  'PUT /dsb/age-settings': route({
    stepUp: true,
    id: 'dsb.changeAgeSettings',
    summary: 'Puts the next version of the rules in force; proofs given under another version end',
    auth: 'admin',
    right: 'settings.decide',
    body: z.object({
      /** The version that was edited: a change by another administrator in between is not lost. */
      version: z.int().min(0),
      rules: z
        .array(ageRule)
        .min(1)
        .max(300)
        .refine(
          (rules) =>
            new Set(rules.map(({ country, state }) => `${country}-${state}`)).size === rules.length,
          'one rule for each place',
        ),
      reason: z.string().trim().min(1).max(REASON_MAX),
    }),
    reply: z.object({ version: z.int() }),
    errors: ['age.settingsChanged'],
  }),
};
