// Tipping: one movement in the ledger, whose key makes a repeated call the same tip.
import type { TransferId } from '@camarim/contract/ids';
import { suggestedTopUp } from '@camarim/contract/limits';
import { type Centavos, ZERO_CENTAVOS } from '@camarim/contract/money';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Allowed } from '../../platform/http/allowed.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Ledger, Shortage } from '../ledger/index.ts';
import { summarise } from '../profiles/index.ts';
import type { Recipient } from './policy.ts';

/** What tipping needs beyond the platform. */
export type Till = { ledger: Pick<Ledger, 'post' | 'balanceOf' | 'earningsOf' | 'statement'> };

export type Tip = { value: Centavos; message?: string | undefined; key: string };

export type SentTip = { id: TransferId; value: Centavos; balance: Centavos };

/** Pays a tip and tells its receiver. Throws wallet.insufficient with what the wallet dialog needs. */
export const sendTip = async (platform: Platform, { ledger }: Till, to: Allowed<Recipient>, viewer: Viewer, { value, message, key }: Tip): Promise<SentTip> => {
  const fromId = viewer.profileId;
  try {
    const { transferId, balance } = await ledger.post(
      { kind: 'tip', key, fromId, toId: to.profileId, postId: to.postId, amount: value, feeBps: to.feeBps, ...(message && { message }) },
      { notices: [{ profileId: to.profileId, type: 'tip', fromProfileId: fromId, postId: to.postId, amount: value }] },
    );
    return { id: transferId, value, balance: balance ?? ZERO_CENTAVOS };
  } catch (error) {
    if (error instanceof AppError && error.code === 'wallet.insufficient') throw await topUpFirst(platform, error.data.reply as Shortage, to, value);
    throw error;
  }
};

/** The 402 of the product: what is missing, what to add, and what to finish once it is there. */
const topUpFirst = async (platform: Platform, { balance }: Shortage, { profileId, postId }: Recipient, value: Centavos): Promise<AppError> => {
  const receiver = (await summarise(platform, [profileId])).get(profileId);
  const target = postId ? { postId } : { toProfileId: profileId };
  const intent = { kind: 'tip', ...target, value, label: receiver?.exibitionName ?? '' };
  return new AppError('wallet.insufficient', { reply: { needed: value, balance, suggested: suggestedTopUp(value), intent } });
};
