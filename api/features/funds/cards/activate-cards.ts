// Kept cards that their acquirer activates later: asked about by the clock until they are usable, or given up.
import { GatewayError, type KeptState } from '../../../platform/payments/port.ts';
import { workOnEach } from '../../../platform/failing-items/work-on-each.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ACTIVATING_CARDS, type CardBeingActivated, listActivating, markReady, markRefused } from './store.ts';

const BATCH = 100;
/** Networks answer within minutes. A card that is not usable by then never will be. */
const GIVEN_UP_MS = 7 * 86_400_000;

const stateOf = async ({ payments, log }: Platform, { id, provider, token }: CardBeingActivated): Promise<KeptState> => {
  try {
    return (await payments[provider]?.cards?.state?.(token)) ?? 'pending';
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.warn({ err: error, savedPaymentId: id }, 'the gateway gives no answer about a card that is being activated');
    return 'pending';
  }
};

const follow = async (platform: Platform, card: CardBeingActivated): Promise<void> => {
  const state = await stateOf(platform, card);
  const now = platform.clock.now();
  if (state === 'ready') await markReady(platform.db, card.id, now);
  else if (state === 'ended' || now.getTime() > card.createdAt.getTime() + GIVEN_UP_MS) await markRefused(platform.db, card.id, now);
};

/** Asks about each card that is not usable yet; those whose acquirer gives no answer are asked about again the next time. */
export const activateCards = async (platform: Platform, signal?: AbortSignal): Promise<void> => {
  const cards = await listActivating(platform.db, platform.clock.now(), BATCH);
  await workOnEach(platform, { work: ACTIVATING_CARDS, items: cards, idOf: ({ id }) => id, signal }, (card) => follow(platform, card));
};
