// /funds on the wire: the wallet, tips, earnings and statements; top-ups are in their own folder.
import { AppError } from '../../platform/errors/app-error.ts';
import { handlers } from '../../platform/http/mount.ts';
import type { Platform } from '../../platform/platform.ts';
import { tipPolicy } from './policy.ts';
import { presentEarnings, presentWallet } from './present.ts';
import { readStatement } from './statement.ts';
import { type Till, sendTip } from './tip.ts';
import { topUpHandlers } from './top-up/routes.ts';
import type { Books } from './top-up/settle.ts';

const walletHandlers = (platform: Platform, till: Till) => {
  const mayTip = tipPolicy(platform);
  return handlers({
    'GET /funds': async ({ viewer, query: { limit, offset } }) => {
      const wallet = presentWallet(viewer.profileId, await till.ledger.balanceOf(viewer.profileId));
      return { data: [wallet].slice(offset, offset + limit), total: 1, limit, offset };
    },
    'POST /funds/tips': async ({ viewer, body, context }) => {
      if (context.idempotencyKey === null) throw new AppError('request.idempotencyKeyMissing');
      const to = await mayTip(viewer, body);
      return { data: await sendTip(platform, till, to, viewer, { value: body.value, message: body.message, key: context.idempotencyKey }) };
    },
    'GET /funds/earnings-balance': async ({ viewer }) => ({ data: presentEarnings(await till.ledger.earningsOf(viewer.profileId)) }),
    'GET /funds/statements': async ({ viewer, query: { account, before, limit } }) => {
      const { lines, cursor } = await readStatement(platform, till, { profileId: viewer.profileId, account, before, limit });
      return { data: lines, cursor };
    },
  });
};

/** Every call of this feature. */
export const fundsHandlers = (platform: Platform, till: Till & Books) => ({ ...walletHandlers(platform, till), ...topUpHandlers(platform, till) });
