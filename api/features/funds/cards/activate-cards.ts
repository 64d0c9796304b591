// Kept cards that their acquirer activates later: asked about by the clock until they are usable,
// or given up.
import type { SavedPaymentId } from '@camarim/contract/ids';
import { GatewayError, type StoredCardState } from '../../../platform/payments/port.ts';
import { workOnEach } from '../../../platform/failing-items/work-on-each.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  ACTIVATE_CARDS_JOB,
  type CardBeingActivated,
  listActivating,
  markReady,
  markRefused,
} from './store.ts';

const BATCH = 100;
/** Networks answer within minutes. A card that is not usable by then never will be. */
const ACTIVATION_MAX_MS = 7 * 86_400_000;

/**
 * Null when its acquirer gives no answer. Where every kept card is ready at once there is nothing
 * to ask: an application of an earlier version kept it.
 */
const stateOf = async (
  { payments, log }: Platform,
  { id, provider, token }: CardBeingActivated,
): Promise<StoredCardState | null> => {
  const desk = payments[provider]?.cards;
  if (!desk) return 'pending';
  if (!desk.state) return 'ready';
  try {
    return await desk.state(token);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.warn(
      { err: error, savedPaymentId: id },
      'the gateway gives no answer about a card that is being activated',
    );
    return error.outcome === 'unknown' ? null : 'pending';
  }
};

/** Answers whether the acquirer did. */
const activateCard = async (platform: Platform, card: CardBeingActivated): Promise<boolean> => {
  const state = await stateOf(platform, card);
  const now = platform.clock.now();
  if (state === 'ready') await markReady(platform.db, card.id, now);
  else if (state === 'ended' || now.getTime() > card.createdAt.getTime() + ACTIVATION_MAX_MS)
    await markRefused(platform.db, card.id, now);
  return state !== null;
};

/**
 * Asks about each card that is not usable yet, until all were asked about or a whole batch got no
 * answer; those are asked about again the next time.
 */
export const activateCards = async (platform: Platform, signal?: AbortSignal): Promise<void> => {
  for (let after: SavedPaymentId | null = null; ;) {
    const cards = await listActivating(platform.db, {
      now: platform.clock.now(),
      after,
      limit: BATCH,
    });
    const answers = await workOnEach(
      platform,
      { work: ACTIVATE_CARDS_JOB, items: cards, idOf: ({ id }) => id, signal },
      (card) => activateCard(platform, card),
    );
    if (signal?.aborted || cards.length < BATCH || !answers.includes(true)) return;
    after = cards.at(-1)?.id ?? null;
  }
};
