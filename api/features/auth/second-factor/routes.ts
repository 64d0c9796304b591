// Routes of second factors: listing, adding and removing them, and step-up.
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';
import type { UserId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Ctx } from '../../../context.ts';
import { loadAccount } from '../account-store.ts';
import type { Account } from '../account-store.ts';
import type { Auth } from '../create-auth.ts';
import { beginTotp, renewRecoveryCodes, consumeTotpCode } from './codes.ts';
import {
  countFactors,
  deletePasskey,
  deleteTotp,
  listPasskeys,
  lockFactors,
  recordProof,
} from './factor-store.ts';
import { addPasskey, createPasskeyOptions } from './passkeys.ts';
import { consumeTicket } from './ticket.ts';
import { stepUpOptions, requireRecentStrongAuth, stepUp, limitFactorGuesses } from './step-up.ts';

type Factors = DataInput<Routes['GET /auth/second-factor']>;

const viewFactors = async ({ db, config }: Ctx, userId: UserId): Promise<Factors> => {
  const [{ totp, recoveryCodes, admin }, passkeys] = await Promise.all([
    countFactors(db, userId),
    listPasskeys(db, userId),
  ]);
  return {
    totp,
    recoveryCodes,
    required: admin && config.adminSecondFactor,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    })),
  };
};

const accountOf = async (ctx: Ctx, userId: UserId): Promise<Account> => {
  const account = await loadAccount(ctx.db, userId);
  if (!account) throw new AppError('auth.required');
  return account;
};

/** Emails the owner about a changed second factor. */
const notifyFactorChange = async (
  { mail, config }: Ctx,
  tx: Transaction,
  { email: to, locale, name }: Account,
): Promise<void> =>
  mail.send(tx, {
    to,
    template: 'secondFactorChanged',
    locale,
    params: { name, link: `${config.publicUrl}/settings/security` },
  });

/**
 * Runs `remove`. Throws secondFactor.needed when an administrator would be left without a second
 * factor.
 */
const removeFactor = async (
  ctx: Ctx,
  viewer: Viewer,
  remove: (tx: Transaction) => Promise<void>,
): Promise<Factors> => {
  await requireRecentStrongAuth(ctx, viewer);
  const account = await accountOf(ctx, viewer.userId);
  await transaction(ctx.db, async (tx) => {
    const { admin } = await lockFactors(tx, viewer.userId);
    await remove(tx);
    const left = await countFactors(tx, viewer.userId);
    if (admin && ctx.config.adminSecondFactor && !left.totp && left.passkeys === 0)
      throw new AppError('secondFactor.needed');
    await notifyFactorChange(ctx, tx, account);
  });
  return viewFactors(ctx, viewer.userId);
};

export const secondFactorHandlers = (auth: Auth) => {
  const { ctx } = auth;
  return handlers({
    'GET /auth/second-factor': async ({ viewer }) => ({
      data: await viewFactors(ctx, viewer.userId),
    }),
    'POST /auth/second-factor/totp': async ({ viewer }) => {
      await requireRecentStrongAuth(ctx, viewer);
      const { domainName } = await accountOf(ctx, viewer.userId);
      return {
        data: await transaction(ctx.db, (tx) => beginTotp(ctx, tx, viewer.userId, domainName)),
      };
    },
    'PUT /auth/second-factor/totp': async ({ viewer, body }) => {
      await limitFactorGuesses(ctx, viewer.userId);
      const account = await accountOf(ctx, viewer.userId);
      const codes = await transaction(ctx.db, async (tx) => {
        if (!(await consumeTotpCode(ctx, tx, viewer.userId, body.code, false)))
          throw new AppError('secondFactor.wrong');
        await recordProof(tx, viewer.sessionId, true, ctx.clock.now());
        await notifyFactorChange(ctx, tx, account);
        return renewRecoveryCodes(tx, viewer.userId);
      });
      return { data: { codes } };
    },
    'DELETE /auth/second-factor/totp': async ({ viewer }) => ({
      data: await removeFactor(ctx, viewer, (tx) => deleteTotp(tx, viewer.userId)),
    }),
    'POST /auth/second-factor/recovery-codes': async ({ viewer }) => {
      await requireRecentStrongAuth(ctx, viewer);
      const codes = await transaction(ctx.db, async (tx) => {
        const { totp } = await lockFactors(tx, viewer.userId);
        if (!totp) throw new AppError('secondFactor.needed');
        return renewRecoveryCodes(tx, viewer.userId);
      });
      return { data: { codes } };
    },
    'POST /auth/passkeys/options': async ({ viewer }) => {
      await requireRecentStrongAuth(ctx, viewer);
      return {
        data: await createPasskeyOptions(ctx, await accountOf(ctx, viewer.userId)),
      };
    },
    'POST /auth/passkeys': async ({ viewer, body }) => {
      const account = await accountOf(ctx, viewer.userId);
      // Consumed outside of the transaction, which a wrong response rolls back.
      const spent = await consumeTicket(ctx, 'passkey.add', body.ticket);
      await transaction(ctx.db, async (tx) => {
        await addPasskey(ctx, tx, viewer.userId, { ...body, ...spent });
        await recordProof(tx, viewer.sessionId, true, ctx.clock.now());
        await notifyFactorChange(ctx, tx, account);
      });
      return { data: await viewFactors(ctx, viewer.userId) };
    },
    'DELETE /auth/passkeys/{id}': async ({ viewer, params }) => ({
      data: await removeFactor(ctx, viewer, async (tx) => {
        if (!(await deletePasskey(tx, viewer.userId, params.id)))
          throw new AppError('secondFactor.notFound');
      }),
    }),
    'POST /auth/step-up/options': async ({ viewer }) => ({
      data: await stepUpOptions(ctx, viewer),
    }),
    'POST /auth/step-up': async ({ viewer, body }) => ({
      data: { until: (await stepUp(auth, viewer, body)).toISOString() },
    }),
  });
};
