// Routes of /auth: the captcha is checked first, tokens go into cookies.
import type { FastifyReply } from 'fastify';
import type { Services } from '../../feature.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { handlers, namingAllFaults } from '../../platform/http/mount.ts';
import { accountHandlers } from './account-routes.ts';
import { clearSessionCookies, setSessionCookies } from './session/cookies.ts';
import type { Auth } from './create-auth.ts';
import { viewCurrentUser, viewSession } from './current-user.ts';
import { logIn } from './log-in.ts';
import { identityHandlers } from './identity/routes.ts';
import { findRegistrationFaults, registerUser, requireEqualRepeats } from './register-user.ts';
import { finishLogIn } from './second-factor/step-up.ts';
import { secondFactorHandlers } from './second-factor/routes.ts';
import { deviceOf, setDeviceCookie } from './session/device.ts';
import type { MarkedDevice } from './session/device.ts';
import { sessionHandlers } from './session/routes.ts';
import { endSession, refreshSession } from './session/sessions.ts';
import type { OpenedSession } from './session/sessions.ts';

/** A function that sets the cookies of a new session and returns its reply. */
const sessionStarter =
  ({ ctx }: Auth) =>
  async (reply: FastifyReply, opened: OpenedSession, device: MarkedDevice) => {
    setSessionCookies(reply, ctx.config, opened);
    await setDeviceCookie(ctx, reply, device);
    return {
      token: opened.token,
      refreshToken: opened.refreshToken,
      user: await viewCurrentUser(ctx, opened.viewer),
    };
  };

export const authHandlers = (auth: Auth, services: Pick<Services, 'hasUnreadChats'>) => {
  const { ctx } = auth;
  const { config } = ctx;

  const startSession = sessionStarter(auth);

  const own = handlers({
    'GET /auth/captcha': async ({ context }) => ({
      data: await ctx.captcha.challenge(context.address),
    }),
    'POST /auth/register': namingAllFaults(
      (body) => findRegistrationFaults(auth, body),
      async ({ body, context, http }) => {
        const { recapcha, emailConfirm: _email, passwordConfirm: _password, ...account } = body;
        await requireEqualRepeats(auth, body);
        await ctx.captcha.spend(recapcha, { action: 'register', address: context.address });
        const device = await deviceOf(ctx, http.request, context);
        const pair = await registerUser(auth, { ...account, language: context.locale }, device);
        return { data: await startSession(http.reply, pair, device) };
      },
    ),
    'POST /auth': async ({ body, context, http }) => {
      const { recapcha, ...credentials } = body;
      await ctx.captcha.spend(recapcha, { action: 'log-in', address: context.address });
      const device = await deviceOf(ctx, http.request, context);
      // Before the attempt, so that failed attempts are counted for the device too.
      await setDeviceCookie(ctx, http.reply, device);
      const pair = await logIn(auth, credentials, device);
      return { data: await startSession(http.reply, pair, device) };
    },
    'POST /auth/second-factor': async ({ body: { ticket, ...proof }, context, http }) => {
      const device = await deviceOf(ctx, http.request, context);
      const pair = await finishLogIn(auth, ticket, proof, device);
      return { data: await startSession(http.reply, pair, device) };
    },
    'GET /auth': async ({ viewer }) => ({ data: await viewSession(ctx, services, viewer) }),
    'POST /auth/refresh-token': async ({ body, context, http }) => {
      const refreshToken = body.refreshToken ?? http.request.cookies['refreshToken'] ?? '';
      const pair = await refreshSession(ctx, refreshToken, context).catch((error: unknown) => {
        // A refused token is useless, so its cookies go; after any other failure the browser can
        // retry.
        if (error instanceof AppError) clearSessionCookies(http.reply, config);
        throw error;
      });
      setSessionCookies(http.reply, config, pair);
      // A token that came in a cookie is renewed in a cookie only, so scripts of the page never see
      // it. A client that sends its token in the body gets the new tokens in the reply.
      const tokens = body.refreshToken
        ? { token: pair.token, refreshToken: pair.refreshToken }
        : { token: null, refreshToken: null };
      return { data: { ...tokens, userId: pair.userId } };
    },
    'POST /auth/logout': async ({ viewer, http }) => {
      await endSession(
        ctx,
        viewer?.sessionId ?? null,
        http.request.cookies['refreshToken'] ?? null,
      );
      clearSessionCookies(http.reply, config);
      return { data: null };
    },
  });
  return {
    ...own,
    ...accountHandlers(auth),
    ...sessionHandlers(auth),
    ...secondFactorHandlers(auth),
    ...identityHandlers(auth, startSession),
  };
};
