// Routes of social log-in (OpenID Connect, OAuth 2) and of linked identities.
import type { FastifyReply } from 'fastify';
import { loadAccount } from '../account-store.ts';
import type { User } from '../current-user.ts';
import { viewCurrentUser } from '../current-user.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { type Call, handlers } from '../../../platform/http/mount.ts';
import type { ProviderName } from '../../../platform/identity/port.ts';
import type { Auth } from '../create-auth.ts';
import { requireRecentStrongAuth } from '../second-factor/step-up.ts';
import { clearSessionCookies } from '../session/cookies.ts';
import { deviceOf } from '../session/device.ts';
import type { MarkedDevice } from '../session/device.ts';
import type { OpenedSession } from '../session/sessions.ts';
import { identitiesOf } from './identity-store.ts';
import {
  callProvider,
  logInByIdentity,
  fetchIdentity,
  linkToAccount,
  offeredProvider,
  offeredProviders,
  callbackUrlOf,
} from './oauth-callback.ts';
import { storeHandshake, takeHandshake } from './handshake.ts';
import { unlinkIdentity } from '../link-identity.ts';
import { registerByIdentity } from './register.ts';

type StartSession = (
  reply: FastifyReply,
  pair: OpenedSession,
  device: MarkedDevice,
) => Promise<{ token: string; refreshToken: string; user: User }>;

/** Error codes of a log-in that continues with another step; every other error ends it. */
const INTERMEDIATE_STEPS: ReadonlySet<string> = new Set([
  'auth.secondFactorRequired',
  'identity.registrationNeeded',
]);

/** Returns the provider's authorization address and sets the handshake cookie. */
const startOAuth =
  ({ ctx }: Auth, provider: ProviderName) =>
  async ({
    query,
    viewer,
    http,
  }: Call<'GET /auth/google' | 'GET /auth/facebook' | 'GET /auth/twitter'>) => {
    const offered = offeredProvider(ctx, provider);
    if (query.link) {
      if (!viewer) throw new AppError('auth.required');
      await requireRecentStrongAuth(ctx, viewer);
    }
    const { url, handshake } = await callProvider(ctx, provider, () =>
      offered.begin(callbackUrlOf(ctx, provider)),
    );
    storeHandshake(http.reply, ctx, {
      provider,
      handshake,
      linkFor: query.link && viewer ? viewer.sessionId : null,
    });
    return { data: { url } };
  };

/**
 * Links the identity, or logs in by it. Throws as `takeHandshake`, `linkToAccount` and
 * `logInByIdentity` do.
 */
const handleOAuthCallback =
  (auth: Auth, startSession: StartSession, provider: ProviderName) =>
  async ({
    body,
    viewer,
    context,
    http: { request, reply },
  }: Call<'POST /auth/google' | 'POST /auth/facebook' | 'POST /auth/twitter'>) => {
    const { ctx } = auth;
    offeredProvider(ctx, provider);
    const { handshake, linkFor } = await takeHandshake(request, reply, ctx, provider, body.state);
    // Refused when the browser's session is no longer the one that began the linking.
    if (linkFor !== null && viewer?.sessionId !== linkFor) throw new AppError('identity.refused');
    if (linkFor !== null && viewer) {
      await linkToAccount(ctx, viewer.userId, {
        provider,
        identity: await fetchIdentity(ctx, provider, body, handshake),
      });
      return {
        data: {
          token: null,
          refreshToken: null,
          user: await viewCurrentUser(ctx, viewer),
          linked: true,
        },
      };
    }
    const device = await deviceOf(ctx, request, context);
    try {
      const pair = await logInByIdentity(
        auth,
        { provider, identity: await fetchIdentity(ctx, provider, body, handshake) },
        device,
      );
      return { data: { ...(await startSession(reply, pair, device)), linked: false } };
    } catch (error) {
      // Specification section 4: a failed log-in leaves neither user nor tokens. A session that
      // was open before stays.
      if (!viewer && error instanceof AppError && !INTERMEDIATE_STEPS.has(error.code))
        clearSessionCookies(reply, ctx.config);
      throw error;
    }
  };

export const identityHandlers = (auth: Auth, startSession: StartSession) => {
  const { ctx } = auth;
  return handlers({
    'GET /auth/google': startOAuth(auth, 'google'),
    'POST /auth/google': handleOAuthCallback(auth, startSession, 'google'),
    'GET /auth/facebook': startOAuth(auth, 'facebook'),
    'POST /auth/facebook': handleOAuthCallback(auth, startSession, 'facebook'),
    'GET /auth/twitter': startOAuth(auth, 'twitter'),
    'POST /auth/twitter': handleOAuthCallback(auth, startSession, 'twitter'),
    'POST /auth/identities': async ({ body, context, http: { request, reply } }) => {
      const device = await deviceOf(ctx, request, context);
      const pair = await registerByIdentity(auth, { ...body, language: context.locale }, device);
      return { data: await startSession(reply, pair, device) };
    },
    'GET /auth/identities': async ({ viewer }) => {
      const [linked, account] = await Promise.all([
        identitiesOf(ctx.db, viewer.userId),
        loadAccount(ctx.db, viewer.userId),
      ]);
      return {
        data: {
          offered: offeredProviders(ctx),
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
      await requireRecentStrongAuth(ctx, viewer);
      await unlinkIdentity(ctx, viewer.userId, params.provider);
      return { data: null };
    },
  });
};
