// /auth and /profiles/sessions, for account holders: forgotten password, email address,
// password, sessions.
import { z } from 'zod';
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '../../limits.ts';
import { route } from '../../route.ts';
import { ZERO_CENTAVOS } from '../../money.ts';
import { centavosSchema, id, instant, page } from '../../wire.ts';

export const recapcha = z.string().min(1).max(4_000).meta({
  description:
    'solved captcha: the base64 payload of the challenge of GET /auth/captcha, or the token of Turnstile',
});

/** An email address in lower case. */
export const emailAddress = z.string().trim().toLowerCase().max(EMAIL_MAX).pipe(z.email());

/** A password that is being chosen. */
export const newPassword = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);

/** A password that proves who one is. */
const password = z.string().min(1).max(PASSWORD_MAX);

const linkToken = z
  .string()
  .min(1)
  .max(200)
  .meta({ description: 'from the link in the email; works once' });

const sessionSchema = z
  .object({
    id: id('session'),
    device: z
      .string()
      .nullable()
      .meta({ description: 'browser and system, as far as they say it' }),
    address: z.string().nullable().meta({ description: 'IP address of the last use' }),
    place: z.string().nullable().meta({
      description: 'city, state and country of the last use, as far as the proxy in front says',
    }),
    createdAt: instant,
    lastUsedAt: instant,
    current: z.boolean().meta({ description: 'the session that asks' }),
  })
  .meta({ id: 'OpenSession' });

export const accountRoutes = {
  'GET /profiles/sessions': route({
    id: 'sessions.list',
    summary: 'Where I am logged in, the last used first',
    auth: 'member',
    query: z.object(page(50)),
    reply: z.array(sessionSchema),
    list: 'offset',
  }),
  'DELETE /profiles/sessions/{id}': route({
    id: 'sessions.end',
    summary: 'Ends one of my sessions at once, open sockets included',
    auth: 'member',
    params: z.object({ id: id('session') }),
    reply: z.null(),
    errors: ['session.notFound'],
  }),
  'DELETE /profiles/sessions': route({
    id: 'sessions.endOthers',
    summary: 'Ends every session of mine but this one',
    auth: 'member',
    reply: z.object({ ended: z.int() }),
  }),
  'POST /auth/forget': route({
    id: 'auth.forget',
    summary: 'Mails a link to choose a new password; the reply is the same for an unknown address',
    auth: 'public',
    body: z.object({ email: emailAddress, recapcha }),
    reply: z.null(),
    errors: ['auth.captchaRefused', 'auth.captchaUnavailable'],
    perMinute: 10,
  }),
  'POST /auth/reset': route({
    id: 'auth.reset',
    summary: 'Chooses a new password by the link of POST /auth/forget; ends every session',
    auth: 'public',
    body: z.object({ token: linkToken, password: newPassword }),
    reply: z.null(),
    errors: ['token.invalid', 'validate.weakPassword'],
    perMinute: 20,
  }),
  'POST /auth/remove': route({
    id: 'auth.remove',
    summary: 'Mails a link that removes my account',
    auth: 'member',
    reply: z.null(),
    errors: ['stepUp.required'],
    perMinute: 5,
  }),
  'POST /auth/remove-terms': route({
    id: 'auth.removalTerms',
    summary:
      'What removing the account by this link takes: whether a password is asked for, and the money that would be given up. The link stays usable',
    auth: 'public',
    body: z.object({ token: linkToken }),
    reply: z.object({
      password: z
        .boolean()
        .meta({ description: 'the account has a password, which POST /auth/remove-confirm wants' }),
      balance: centavosSchema.meta({
        description: 'in the wallet, payments under review included',
      }),
      earnings: centavosSchema.meta({
        description: 'earned and not cashed out, available or not yet',
      }),
    }),
    errors: ['token.invalid'],
    perMinute: 20,
  }),
  'POST /auth/remove-confirm': route({
    id: 'auth.confirmRemoval',
    summary:
      'Removes the account by the link of POST /auth/remove, its address and its password. Records of money stay, without a name',
    auth: 'public',
    body: z.object({
      email: emailAddress,
      token: linkToken,
      password: password.optional().meta({ description: 'left out by an account that has none' }),
      waive: centavosSchema.default(ZERO_CENTAVOS).meta({
        description:
          'money that is given up, wallet and earnings together: exactly what is there, else account.moneyLeft',
      }),
    }),
    reply: z.null(),
    errors: ['token.invalid', 'validate.wrongPassword', 'account.moneyLeft', 'account.held'],
    perMinute: 10,
  }),
  'POST /auth/confirm-email': route({
    id: 'auth.confirmEmail',
    summary:
      'Confirms the address that the link was mailed to, and makes it the account’s when it is to replace another',
    auth: 'public',
    body: z.object({ token: linkToken }),
    reply: z.object({ email: z.string() }),
    errors: ['token.invalid', 'validate.taken'],
    perMinute: 20,
  }),
  'POST /auth/confirm-email/send': route({
    id: 'auth.sendConfirmation',
    summary: 'Mails the link that confirms my address once more; nothing when it is confirmed',
    auth: 'member',
    reply: z.null(),
    perMinute: 3,
  }),
  'PUT /auth/password': route({
    id: 'auth.changePassword',
    summary: 'Changes my password; ends every other session',
    auth: 'member',
    body: z.object({ password, newPassword }),
    reply: z.null(),
    errors: ['validate.wrongPassword', 'validate.weakPassword'],
    perMinute: 10,
  }),
  'PUT /auth/email': route({
    id: 'auth.changeEmail',
    summary: 'Mails a link to the new address; it is the account’s once the link was used',
    auth: 'member',
    body: z.object({
      email: emailAddress,
      password: password.optional().meta({ description: 'left out by an account that has none' }),
    }),
    reply: z.null(),
    errors: ['stepUp.required', 'validate.wrongPassword'],
    perMinute: 10,
  }),
};
