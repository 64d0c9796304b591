// Second factors on the wire: what I have, adding and removing it, and proving by it.
import type { Routes } from '@camarim/contract';
import type { DataInput } from '@camarim/contract/route';
import type { UserId } from '@camarim/contract/ids';
import { transaction } from '../../../platform/database/transaction.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { handlers } from '../../../platform/http/mount.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadAccount } from '../account-store.ts';
import type { Account } from '../account-store.ts';
import type { Auth } from '../create-auth.ts';
import { beginTotp, renewRecoveryCodes, spendTotpCode } from './codes.ts';
import {
  countFactors,
  deletePasskey,
  deleteTotp,
  listPasskeys,
  lockFactors,
  noteProof,
} from './factor-store.ts';
import { addPasskey, beginPasskey } from './passkeys.ts';
import { spendTicket } from './ticket.ts';
import { offerStepUp, requireRecentStrongAuth, stepUp, takeGuess } from './prove.ts';

type Factors = DataInput<Routes['GET /auth/second-factor']>;

const viewFactors = async ({ db, config }: Platform, userId: UserId): Promise<Factors> => {
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

const accountOf = async (platform: Platform, userId: UserId): Promise<Account> => {
  const account = await loadAccount(platform.db, userId);
  if (!account) throw new AppError('auth.required');
  return account;
};

/** A change of what guards the account is told by email, whoever made it. */
const tellChange = async (
  { mail, config }: Platform,
  tx: Transaction,
  { email: to, locale, name }: Account,
): Promise<void> =>
  mail.send(tx, {
    to,
    template: 'secondFactorChanged',
    locale,
    params: { name, link: `${config.publicUrl}/settings/security` },
  });

/** Removes with `remove`, unless an administrator would be left with nothing. */
const removing = async (
  platform: Platform,
  viewer: Viewer,
  remove: (tx: Transaction) => Promise<void>,
): Promise<Factors> => {
  await requireRecentStrongAuth(platform, viewer);
  const account = await accountOf(platform, viewer.userId);
  await transaction(platform.db, async (tx) => {
    const { admin } = await lockFactors(tx, viewer.userId);
    await remove(tx);
    const left = await countFactors(tx, viewer.userId);
    if (admin && platform.config.adminSecondFactor && !left.totp && left.passkeys === 0)
      throw new AppError('secondFactor.needed');
    await tellChange(platform, tx, account);
  });
  return viewFactors(platform, viewer.userId);
};

export const secondFactorHandlers = (auth: Auth) => {
  const { platform } = auth;
  return handlers({
    'GET /auth/second-factor': async ({ viewer }) => ({
      data: await viewFactors(platform, viewer.userId),
    }),
    'POST /auth/second-factor/totp': async ({ viewer }) => {
      await requireRecentStrongAuth(platform, viewer);
      const { domainName } = await accountOf(platform, viewer.userId);
      return {
        data: await transaction(platform.db, (tx) =>
          beginTotp(platform, tx, viewer.userId, domainName),
        ),
      };
    },
    'PUT /auth/second-factor/totp': async ({ viewer, body }) => {
      await takeGuess(platform, viewer.userId);
      const account = await accountOf(platform, viewer.userId);
      const codes = await transaction(platform.db, async (tx) => {
        if (!(await spendTotpCode(platform, tx, viewer.userId, body.code, false)))
          throw new AppError('secondFactor.wrong');
        await noteProof(tx, viewer.sessionId, true, platform.clock.now());
        await tellChange(platform, tx, account);
        return renewRecoveryCodes(tx, viewer.userId);
      });
      return { data: { codes } };
    },
    'DELETE /auth/second-factor/totp': async ({ viewer }) => ({
      data: await removing(platform, viewer, (tx) => deleteTotp(tx, viewer.userId)),
    }),
    'POST /auth/second-factor/recovery-codes': async ({ viewer }) => {
      await requireRecentStrongAuth(platform, viewer);
      const codes = await transaction(platform.db, async (tx) => {
        const { totp } = await lockFactors(tx, viewer.userId);
        if (!totp) throw new AppError('secondFactor.needed');
        return renewRecoveryCodes(tx, viewer.userId);
      });
      return { data: { codes } };
    },
    'POST /auth/passkeys/options': async ({ viewer }) => {
      await requireRecentStrongAuth(platform, viewer);
      return { data: await beginPasskey(platform, await accountOf(platform, viewer.userId)) };
    },
    'POST /auth/passkeys': async ({ viewer, body }) => {
      const account = await accountOf(platform, viewer.userId);
      // Good for one try: before the transaction, which a wrong answer takes back.
      const spent = await spendTicket(platform, 'passkey.add', body.ticket);
      await transaction(platform.db, async (tx) => {
        await addPasskey(platform, tx, viewer.userId, { ...body, ...spent });
        await noteProof(tx, viewer.sessionId, true, platform.clock.now());
        await tellChange(platform, tx, account);
      });
      return { data: await viewFactors(platform, viewer.userId) };
    },
    'DELETE /auth/passkeys/{id}': async ({ viewer, params }) => ({
      data: await removing(platform, viewer, async (tx) => {
        if (!(await deletePasskey(tx, viewer.userId, params.id)))
          throw new AppError('secondFactor.notFound');
      }),
    }),
    'POST /auth/step-up/options': async ({ viewer }) => ({
      data: await offerStepUp(platform, viewer),
    }),
    'POST /auth/step-up': async ({ viewer, body }) => ({
      data: { until: (await stepUp(auth, viewer, body)).toISOString() },
    }),
  });
};
