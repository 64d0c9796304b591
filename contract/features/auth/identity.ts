// /auth/google, /auth/facebook, /auth/twitter and /auth/identities: social log-in with an
// identity provider.
import { z } from 'zod';
import { DISPLAY_NAME_MAX } from '../../limits.ts';
import { route } from '../../route.ts';
import { instant } from '../../wire.ts';
import { emailAddress } from './account.ts';
import { domainName } from '../auth.ts';
import { sessionReply, userSchema } from './user.ts';

const providerName = z.enum(['google', 'facebook', 'twitter']);

const answer = z
  .object({
    code: z.string().min(1).max(2_000),
    state: z.string().min(1).max(200),
    iss: z.string().max(500).optional(),
  })
  .meta({ description: 'what the provider appended to /account/{provider}' });

const begin = (id: string, provider: string) =>
  route({
    id,
    summary: `Where to send the browser to log in by ${provider}; with link=true, to link it to my account`,
    auth: 'optional',
    query: z.object({ link: z.stringbool().default(false) }),
    reply: z.object({ url: z.url() }),
    errors: ['identity.notOffered', 'identity.unavailable', 'auth.required', 'stepUp.required'],
    perMinute: 20,
  });

const finish = (id: string, provider: string) =>
  route({
    id,
    summary: `Trades ${provider}’s answer for a session, or for the link that was asked for. Only the browser that left may come back`,
    auth: 'optional',
    body: answer,
    reply: z.object({
      token: z.string().nullable(),
      refreshToken: z.string().nullable(),
      user: userSchema,
      linked: z.boolean().meta({
        description:
          'linked to the account one is in; the session stays what it is, and the tokens are null',
      }),
    }),
    errors: [
      'identity.notOffered',
      'identity.refused',
      'identity.unavailable',
      'identity.taken',
      'identity.registrationNeeded',
      'auth.secondFactorRequired',
      'auth.invalidCredentials',
    ],
    perMinute: 20,
  });

export const identityRoutes = {
  'GET /auth/google': begin('identity.beginGoogle', 'Google'),
  'POST /auth/google': finish('identity.finishGoogle', 'Google'),
  'GET /auth/facebook': begin('identity.beginFacebook', 'Facebook'),
  'POST /auth/facebook': finish('identity.finishFacebook', 'Facebook'),
  'GET /auth/twitter': begin('identity.beginTwitter', 'X'),
  'POST /auth/twitter': finish('identity.finishTwitter', 'X'),
  'POST /auth/identities': route({
    id: 'identity.register',
    summary:
      'Makes an account without a password, by the ticket of identity.registrationNeeded, and opens its session',
    auth: 'public',
    body: z.object({
      ticket: z.string().min(1).max(4_000),
      username: domainName,
      name: z.string().trim().min(1).max(DISPLAY_NAME_MAX),
      email: emailAddress.optional().meta({
        description: 'where the provider vouches for none; it is to be confirmed by email',
      }),
    }),
    reply: sessionReply,
    errors: ['token.invalid', 'validate.required', 'validate.taken', 'validate.reserved'],
    perMinute: 10,
  }),
  'GET /auth/identities': route({
    id: 'identity.list',
    summary: 'Identity providers that I can log in with, and those that I could link',
    auth: 'member',
    reply: z.object({
      offered: z.array(providerName),
      linked: z.array(z.object({ provider: providerName, name: z.string(), linkedAt: instant })),
      password: z.boolean().meta({ description: 'the account has one' }),
    }),
  }),
  'DELETE /auth/identities/{provider}': route({
    id: 'identity.unlink',
    summary: 'Ends logging in by this provider; refused for the last way in',
    auth: 'member',
    params: z.object({ provider: providerName }),
    reply: z.null(),
    errors: ['stepUp.required', 'identity.notLinked', 'identity.lastWayIn'],
  }),
};
