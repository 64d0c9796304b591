// Routes of the account's password, email address and removal.
import { transaction } from '../../platform/database/transaction.ts';
import { handlers } from '../../platform/http/mount.ts';
import type { Auth } from './create-auth.ts';
import { requestEmailChange, confirmEmail, requestConfirmation } from './email/confirm-email.ts';
import { changePassword } from './password/change-password.ts';
import { requestPasswordReset, resetPassword } from './password/reset-password.ts';
import { requestRemoval, removalTerms, removeAccount } from './removal/remove-account.ts';
import { clearSessionCookies } from './session/cookies.ts';

export const accountHandlers = (auth: Auth) => {
  const { ctx } = auth;
  return handlers({
    'POST /auth/forget': async ({ body, context }) => {
      await ctx.captcha.spend(body.recapcha, {
        action: 'forgot-password',
        address: context.address,
      });
      await requestPasswordReset(ctx, body.email);
      return { data: null };
    },
    'POST /auth/reset': async ({ body, http }) => {
      await resetPassword(auth, body.token, body.password);
      clearSessionCookies(http.reply, ctx.config);
      return { data: null };
    },
    'POST /auth/remove': async ({ viewer }) => {
      await requestRemoval(auth, viewer);
      return { data: null };
    },
    'POST /auth/remove-terms': async ({ body }) => ({ data: await removalTerms(auth, body.token) }),
    'POST /auth/remove-confirm': async ({ body, http }) => {
      await removeAccount(auth, body);
      clearSessionCookies(http.reply, ctx.config);
      return { data: null };
    },
    'POST /auth/confirm-email': async ({ body }) => ({
      data: { email: await confirmEmail(ctx, body.token) },
    }),
    'POST /auth/confirm-email/send': async ({ viewer }) => {
      await transaction(ctx.db, (tx) => requestConfirmation(ctx, tx, viewer.userId));
      return { data: null };
    },
    'PUT /auth/password': async ({ body, viewer }) => {
      await changePassword(auth, viewer, body);
      return { data: null };
    },
    'PUT /auth/email': async ({ body, viewer }) => {
      await requestEmailChange(auth, viewer, body);
      return { data: null };
    },
  });
};
