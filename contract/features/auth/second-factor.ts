// /auth/second-factor and /auth/step-up: codes from an app, codes on paper, passkeys, and proving
// again who one is.
import { z } from 'zod';
import { PASSWORD_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { instant } from '../../wire.ts';
import { sessionReply } from './user.ts';

const ticket = z
  .string()
  .min(1)
  .max(2_000)
  .meta({ description: 'as it was given; works once, for minutes' });
const code = z
  .string()
  .trim()
  .min(6)
  .max(40)
  .meta({ description: 'six digits of the app, or a recovery code' });

/** What an authenticator answers, as WebAuthn's JSON. */
const credential = z.looseObject({ id: z.string().max(1_400), response: z.looseObject({}) });

/**
 * Options for the browser's authenticator, as WebAuthn's JSON, and the ticket to send back with its
 * answer.
 */
const ceremony = z.object({ ticket: z.string(), options: z.record(z.string(), z.unknown()) });

const passkeySchema = z
  .object({ id: z.string(), name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() })
  .meta({ id: 'Passkey' });

const factorsSchema = z
  .object({
    totp: z.boolean(),
    recoveryCodes: z.int().meta({ description: 'recovery codes that are left' }),
    passkeys: z.array(passkeySchema),
    required: z.boolean().meta({ description: 'this person may not be without one' }),
  })
  .meta({ id: 'SecondFactors' });

const recoveryCodes = z.object({
  codes: z.array(z.string()).meta({ description: 'shown once; each works once' }),
});

/** One of them proves who one is. */
const proof = z.object({
  password: z.string().min(1).max(PASSWORD_MAX).optional(),
  code: code.optional(),
  passkey: z.object({ ticket, answer: credential }).optional(),
});

export const secondFactorRoutes = {
  'POST /auth/second-factor': route({
    id: 'secondFactor.logIn',
    summary:
      'The second step of logging in: the ticket of auth.secondFactorRequired, with a code or a passkey’s answer',
    auth: 'public',
    body: z.object({
      ticket,
      code: code.optional(),
      passkey: z.object({ ticket, answer: credential }).optional(),
    }),
    reply: sessionReply,
    errors: ['token.invalid', 'secondFactor.wrong'],
    perMinute: 20,
  }),
  'GET /auth/second-factor': route({
    id: 'secondFactor.list',
    summary: 'What I have besides my password',
    auth: 'member',
    reply: factorsSchema,
  }),
  'POST /auth/second-factor/totp': route({
    id: 'secondFactor.beginTotp',
    summary: 'A new secret for an app that makes codes; in force once a code of it was sent back',
    auth: 'member',
    reply: z.object({
      secret: z.string(),
      uri: z.string().meta({ description: 'otpauth: address, for a QR code' }),
    }),
    errors: ['stepUp.required', 'secondFactor.exists'],
    perMinute: 10,
  }),
  'PUT /auth/second-factor/totp': route({
    stepUp: true,
    id: 'secondFactor.confirmTotp',
    summary: 'Puts the new secret in force by a code of it',
    auth: 'member',
    body: z.object({ code }),
    reply: recoveryCodes,
    errors: ['secondFactor.wrong'],
    perMinute: 20,
  }),
  'DELETE /auth/second-factor/totp': route({
    id: 'secondFactor.removeTotp',
    summary: 'Forgets the app and the recovery codes',
    auth: 'member',
    reply: factorsSchema,
    errors: ['stepUp.required', 'secondFactor.needed'],
  }),
  'POST /auth/second-factor/recovery-codes': route({
    id: 'secondFactor.renewCodes',
    summary: 'New recovery codes in the place of the old ones',
    auth: 'member',
    reply: recoveryCodes,
    errors: ['stepUp.required', 'secondFactor.needed'],
    perMinute: 5,
  }),
  'POST /auth/passkeys/options': route({
    id: 'passkeys.begin',
    summary: 'What the browser needs to make a passkey',
    auth: 'member',
    reply: ceremony,
    errors: ['stepUp.required', 'secondFactor.tooMany'],
    perMinute: 20,
  }),
  'POST /auth/passkeys': route({
    idempotency: 'remembered',
    id: 'passkeys.add',
    summary: 'Keeps the passkey that the browser made',
    auth: 'member',
    body: z.object({ ticket, passkey: credential, name: z.string().trim().min(1).max(60) }),
    reply: factorsSchema,
    errors: ['token.invalid', 'secondFactor.wrong', 'secondFactor.tooMany'],
    bodyLimitBytes: 131_072,
  }),
  'DELETE /auth/passkeys/{id}': route({
    id: 'passkeys.remove',
    summary: 'Forgets one of my passkeys',
    auth: 'member',
    params: z.object({ id: z.string().min(1).max(1_400) }),
    reply: factorsSchema,
    errors: ['stepUp.required', 'secondFactor.needed', 'secondFactor.notFound'],
  }),
  'POST /auth/step-up/options': route({
    id: 'stepUp.begin',
    summary: 'How I can prove again who I am; with options for a passkey when I have one',
    auth: 'member',
    reply: z.object({
      methods: z.array(z.enum(['password', 'code', 'passkey', 'setPassword'])),
      passkey: ceremony.nullable(),
    }),
    perMinute: 30,
  }),
  'POST /auth/step-up': route({
    id: 'stepUp.prove',
    summary:
      'Proves who I am: by the second factor when there is one, else by the password. Good for ten minutes of this session',
    auth: 'member',
    body: proof,
    reply: z.object({ until: instant }),
    errors: ['validate.wrongPassword', 'secondFactor.wrong', 'token.invalid'],
    perMinute: 20,
  }),
};
