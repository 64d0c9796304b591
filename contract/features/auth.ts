// /auth: registration, log-in and the rotating session.
import { z } from 'zod';
import {
  DISPLAY_NAME_MAX,
  DOMAIN_NAME_MAX,
  DOMAIN_NAME_MIN,
  EMAIL_MAX,
  PASSWORD_MAX,
} from '../limits.ts';
import { route } from '../route.ts';
import { id } from '../wire.ts';
import { emailAddress, newPassword, recapcha } from './auth/account.ts';
import { sessionReply, userSchema } from './auth/user.ts';

export { userSchema } from './auth/user.ts';

/** The nickname: route of the public page. Letters, digits, dot, underscore and hyphen. */
export const domainName = z
  .string()
  .trim()
  .toLowerCase()
  .min(DOMAIN_NAME_MIN)
  .max(DOMAIN_NAME_MAX)
  .regex(/^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/);

export const authRoutes = {
  'GET /auth/captcha': route({
    id: 'auth.captcha',
    summary:
      'What has to be solved before registering or logging in: a proof of work, or the site key of Turnstile',
    auth: 'public',
    reply: z.record(z.string(), z.unknown()).meta({
      description:
        'the challenge, as the altcha library reads it; or { provider: "turnstile", siteKey, script } where the installation uses Cloudflare Turnstile',
    }),
    perMinute: 60,
  }),
  'POST /auth/register': route({
    id: 'auth.register',
    summary:
      'Creates an account and opens its session; answers alike when another account has confirmed the address',
    auth: 'public',
    body: z.object({
      username: domainName,
      email: emailAddress,
      password: newPassword,
      name: z.string().trim().min(1).max(DISPLAY_NAME_MAX),
      emailConfirm: emailAddress
        .optional()
        .meta({ description: 'where a form asks twice: it must be the same' }),
      passwordConfirm: z
        .string()
        .max(PASSWORD_MAX)
        .optional()
        .meta({ description: 'where a form asks twice: it must be the same' }),
      recapcha,
    }),
    example: {
      username: 'davi',
      email: 'davi@example.com',
      password: 'uma frase longa',
      name: 'Davi Cobalto',
      recapcha: 'eyJjaGFsbGVuZ2UiOnt9LCJzb2x1dGlvbiI6e319',
    },
    reply: sessionReply,
    errors: [
      'auth.captchaRefused',
      'auth.captchaUnavailable',
      'validate.weakPassword',
      'validate.taken',
      'validate.reserved',
    ],
    perMinute: 10,
  }),
  'POST /auth': route({
    id: 'auth.login',
    summary: 'Opens a session by user name or confirmed email and password',
    auth: 'public',
    body: z.object({
      username: z.string().trim().min(1).max(EMAIL_MAX),
      password: z.string().min(1).max(PASSWORD_MAX),
      recapcha,
    }),
    example: {
      username: 'davi',
      password: 'uma frase longa',
      recapcha: 'eyJjaGFsbGVuZ2UiOnt9LCJzb2x1dGlvbiI6e319',
    },
    reply: sessionReply,
    errors: [
      'auth.invalidCredentials',
      'auth.captchaRefused',
      'auth.captchaUnavailable',
      'auth.secondFactorRequired',
    ],
    perMinute: 20,
  }),
  'GET /auth': route({
    id: 'auth.current',
    summary: 'The current user',
    auth: 'member',
    reply: userSchema,
  }),
  'POST /auth/refresh-token': route({
    id: 'auth.refresh',
    summary: 'Trades the refresh token for a new pair; a reused one ends its session',
    auth: 'public',
    body: z
      .object({ token: z.string().optional(), refreshToken: z.string().optional() })
      .default({}),
    reply: z
      .object({
        token: z.string().nullable(),
        refreshToken: z.string().nullable(),
        userId: id('user'),
      })
      .meta({
        description:
          'the tokens are null when the refresh token came in its cookie: they are in the new cookies only',
      }),
    errors: ['auth.refreshRefused'],
    perMinute: 60,
  }),
  'POST /auth/logout': route({
    id: 'auth.logout',
    summary: 'Ends the session and clears its cookies',
    auth: 'optional',
    reply: z.null(),
  }),
};
