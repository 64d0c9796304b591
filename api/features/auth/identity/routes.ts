// Logging in by another house on the wire. `begin` opens the browser's session, as every other
// log-in does.
import type { FastifyReply } from 'fastify';
import { loadAccount } from '../account-store.ts';
import type { User } from '../current-user.ts';
import { viewCurrentUser } from '../current-user.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Call, handlers } from '../../../platform/http/mount.ts';
import type { ProviderName } from '../../../platform/identity/port.ts';
import type { Auth } from '../create-auth.ts';
import { requireRecentStrongAuth } from '../second-factor/prove.ts';
import { clearSessionCookies } from '../session/cookies.ts';
import { deviceOf } from '../session/device.ts';
import type { MarkedDevice } from '../session/device.ts';
import type { Opened } from '../session/sessions.ts';
import { identitiesOf } from './identity-store.ts';
import {
  askingProvider,
  enterByIdentity,
  identify,
  linkHere,
  offeredProvider,
  offeredProviders,
  returnUrlOf,
} from './come-back.ts';
import { keepHandshake, takeHandshake } from './handshake.ts';
import { unlinkIdentity } from './link.ts';
import { registerByIdentity } from './register.ts';

type Begin = (
  reply: FastifyReply,
  pair: Opened,
  device: MarkedDevice,
) => Promise<{ token: string; refreshToken: string; user: User }>;

/**
 * What was wrong with the answer is the visitor's affair; these are steps on the way, after which
 * there is a session.
 */
const STEPS: ReadonlySet<string> = new Set([
  'auth.secondFactorRequired',
  'identity.registrationNeeded',
]);

export const identityHandlers = (auth: Auth, begin: Begin) => {
  const { platform } = auth;

  const leave =
    (provider: ProviderName) =>
    async ({
      query,
      viewer,
      http,
    }: Call<'GET /auth/google' | 'GET /auth/facebook' | 'GET /auth/twitter'>) => {
      const offered = offeredProvider(platform, provider);
      if (query.link) {
        if (!viewer) throw new AppError('auth.required');
        await requireRecentStrongAuth(platform, viewer);
      }
      const { url, handshake } = await askingProvider(platform, provider, () =>
        offered.begin(returnUrlOf(platform, provider)),
      );
      keepHandshake(http.reply, platform, {
        provider,
        handshake,
        linkFor: query.link && viewer ? viewer.sessionId : null,
      });
      return { data: { url } };
    };

  const comeBack =
    (provider: ProviderName) =>
    async ({
      body,
      viewer,
      context,
      http: { request, reply },
    }: Call<'POST /auth/google' | 'POST /auth/facebook' | 'POST /auth/twitter'>) => {
      offeredProvider(platform, provider);
      const { handshake, linkFor } = await takeHandshake(
        request,
        reply,
        platform,
        provider,
        body.state,
      );
      // Whoever logged out, or in as somebody else, meanwhile, links nothing.
      if (linkFor !== null && viewer?.sessionId !== linkFor) throw new AppError('identity.refused');
      if (linkFor !== null && viewer) {
        await linkHere(platform, viewer.userId, {
          provider,
          identity: await identify(platform, provider, body, handshake),
        });
        return {
          data: {
            token: null,
            refreshToken: null,
            user: await viewCurrentUser(platform, viewer),
            linked: true,
          },
        };
      }
      const device = await deviceOf(platform, request, context);
      try {
        const pair = await enterByIdentity(
          auth,
          { provider, identity: await identify(platform, provider, body, handshake) },
          device,
        );
        return { data: { ...(await begin(reply, pair, device)), linked: false } };
      } catch (error) {
        // Specification section 4: a failed log-in leaves neither user nor tokens. A session that
        // is in force has nothing to do with it and stays.
        if (!viewer && error instanceof AppError && !STEPS.has(error.code))
          clearSessionCookies(reply, platform.config);
        throw error;
      }
    };

  return handlers({
    'GET /auth/google': leave('google'),
    'POST /auth/google': comeBack('google'),
    'GET /auth/facebook': leave('facebook'),
    'POST /auth/facebook': comeBack('facebook'),
    'GET /auth/twitter': leave('twitter'),
    'POST /auth/twitter': comeBack('twitter'),
    'POST /auth/identities': async ({ body, context, http: { request, reply } }) => {
      const device = await deviceOf(platform, request, context);
      const pair = await registerByIdentity(auth, { ...body, language: context.locale }, device);
      return { data: await begin(reply, pair, device) };
    },
    'GET /auth/identities': async ({ viewer }) => {
      const [linked, account] = await Promise.all([
        identitiesOf(platform.db, viewer.userId),
        loadAccount(platform.db, viewer.userId),
      ]);
      return {
        data: {
          offered: offeredProviders(platform),
          linked: linked.map(({ provider, name, linked_at }) => ({
            provider,
            name,
            linkedAt: linked_at.toISOString(),
          })),
          password: Boolean(account?.passwordHash),
        },
      };
    },
    'DELETE /auth/identities/{provider}': async ({ viewer, params }) => {
      await requireRecentStrongAuth(platform, viewer);
      await unlinkIdentity(platform, viewer.userId, params.provider);
      return { data: null };
    },
  });
};
