// Age verification: the age gate, identity documents that prove an age, and the rules that
// administrators set.
import { z } from 'zod';
import { REASON_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { id, instant, page, uuid } from '../../wire.ts';
import { profileSummarySchema } from '../profiles.ts';

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
  proofSeconds: z
    .int()
    .min(300)
    .max(7 * 86_400),
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
      methods: z.array(method),
    }),
  }),
  'POST /publics/age': route({
    id: 'publics.proveAge',
    summary:
      'Shows one’s age; the short-lived proof comes in a cookie, and for other clients in the reply (header x-age-proof)',
    auth: 'optional',
    body: z.object({ method }),
    reply: z.object({
      proof: z.string().nullable().meta({
        description: 'null for browsers, which have it as a cookie that scripts cannot read',
      }),
      expiresAt: instant,
    }),
    errors: ['age.notProven'],
    perMinute: 20,
  }),
  'GET /profiles/age': route({
    id: 'profiles.age',
    summary: 'Whether my age was verified, or waits to be',
    auth: 'member',
    reply: ownAge,
  }),
  'POST /profiles/age': route({
    id: 'profiles.verifyAge',
    summary:
      'Sends a document and a selfie to have one’s age verified; both are deleted with the decision',
    auth: 'member',
    body: z.object({ documentFrontKey: uploadKey, selfieKey: uploadKey }),
    reply: ownAge,
    errors: ['age.alreadyAsked', 'upload.notFound', 'upload.forged', 'upload.tooLarge'],
    perMinute: 10,
  }),
  'GET /dsb/age': route({
    id: 'dsb.ages',
    summary:
      'Who waits for their age to be verified, the longest waiting first, with documents; each view is recorded',
    auth: 'admin',
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
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) }),
    reply: z.object({
      version: z.int(),
      rules: z.array(ageRule),
      history: z.array(
        z.object({
          version: z.int(),
          changedBy: id('profile'),
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
    body: z.object({
      /** The version that was edited: a change by another administrator in between is not lost. */
      version: z.int().min(0),
      rules: z.array(ageRule).min(1).max(300),
      reason: z.string().trim().min(1).max(REASON_MAX),
    }),
    reply: z.object({ version: z.int() }),
    errors: ['age.settingsChanged'],
  }),
};
