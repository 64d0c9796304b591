// /auth on the wire: the captcha comes first, tokens go into cookies.
import type { FastifyReply } from 'fastify';
import { AppError } from '../../platform/errors/app-error.ts';
import { handlers } from '../../platform/http/mount.ts';
import { accountHandlers } from './account-routes.ts';
import { clearSessionCookies, setSessionCookies } from './session/cookies.ts';
import type { Auth } from './create-auth.ts';
import { viewCurrentUser } from './current-user.ts';
import { logIn } from './log-in.ts';
import { identityHandlers } from './identity/routes.ts';
import { registerUser } from './register-user.ts';
import { finishLogIn } from './second-factor/prove.ts';
import { secondFactorHandlers } from './second-factor/routes.ts';
import { deviceOf, giveMark } from './session/device.ts';
import type { MarkedDevice } from './session/device.ts';
import { sessionHandlers } from './session/routes.ts';
import { endSession, refreshSession } from './session/sessions.ts';
import type { Opened } from './session/sessions.ts';

export const authHandlers = (auth: Auth) => {
  const { platform } = auth;
  const { config } = platform;

  /** Gives the browser what it needs for its new session. */
  const begin = async (reply: FastifyReply, opened: Opened, device: MarkedDevice) => {
    setSessionCookies(reply, config, opened);
    await giveMark(platform, reply, device);
    return {
      token: opened.token,
      refreshToken: opened.refreshToken,
      user: await viewCurrentUser(platform, opened.viewer),
    };
  };

  const own = handlers({
    'GET /auth/captcha': async ({ context }) => ({
      data: await platform.captcha.challenge(context.address),
    }),
    'POST /auth/register': async ({ body, context, http }) => {
      const { recapcha, ...account } = body;
      await platform.captcha.spend(recapcha, { action: 'register', address: context.address });
      const device = await deviceOf(platform, http.request, context);
      const pair = await registerUser(auth, { ...account, language: context.locale }, device);
      return { data: await begin(http.reply, pair, device) };
    },
    'POST /auth': async ({ body, context, http }) => {
      const { recapcha, ...credentials } = body;
      await platform.captcha.spend(recapcha, { action: 'log-in', address: context.address });
      const device = await deviceOf(platform, http.request, context);
      // Before the try, so that failed ones are counted for the device too.
      await giveMark(platform, http.reply, device);
      const pair = await logIn(auth, credentials, device);
      return { data: await begin(http.reply, pair, device) };
    },
    'POST /auth/second-factor': async ({ body: { ticket, ...proof }, context, http }) => {
      const device = await deviceOf(platform, http.request, context);
      const pair = await finishLogIn(auth, ticket, proof, device);
      return { data: await begin(http.reply, pair, device) };
    },
    'GET /auth': async ({ viewer }) => ({ data: await viewCurrentUser(platform, viewer) }),
    'POST /auth/refresh-token': async ({ body, context, http }) => {
      const given = body.refreshToken ?? http.request.cookies['refreshToken'] ?? '';
      const pair = await refreshSession(platform, given, context).catch((error: unknown) => {
        // A refused token is of no more use to the browser; after any other failure it may try
        // again.
        if (error instanceof AppError) clearSessionCookies(http.reply, config);
        throw error;
      });
      setSessionCookies(http.reply, config, pair);
      // What came in a cookie goes back in a cookie only: a script in the page that renews the
      // session does not see its tokens. Those of log-in and registration are in the reply, as the
      // contract says.
      const told = body.refreshToken
        ? { token: pair.token, refreshToken: pair.refreshToken }
        : { token: null, refreshToken: null };
      return { data: { ...told, userId: pair.userId } };
    },
    'POST /auth/logout': async ({ viewer, http }) => {
      await endSession(
        platform,
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
    ...identityHandlers(auth, begin),
  };
};
