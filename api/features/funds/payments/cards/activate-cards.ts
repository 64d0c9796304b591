// Stored cards that their acquirer activates later: polled until they are usable or refused.
import { DAY_MS } from '@camarim/contract/time';
import { GatewayError, type StoredCardState } from '../../../../platform/payments/port.ts';
import { drainDue } from '../../../../platform/failing-items/drain-due.ts';
import type { Ctx } from '../../../../context.ts';
import {
  ACTIVATE_CARDS_JOB,
  type CardBeingActivated,
  listActivating,
  markReady,
  markRefused,
} from './store.ts';

const BATCH = 100;
/** Networks answer within minutes. A card that is not usable after this time is refused. */
const ACTIVATION_MAX_MS = 7 * DAY_MS;

/**
 * Null when the acquirer gives no answer. An acquirer without card states has activated the card at
 * once (cards of earlier versions are marked late).
 */
const stateOf = async (
  { payments, log }: Ctx,
  { id, provider, token }: CardBeingActivated,
): Promise<StoredCardState | null> => {
  const acquirer = payments[provider]?.cards;
  if (!acquirer) return 'pending';
  if (!acquirer.state) return 'ready';
  try {
    return await acquirer.state(token);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.warn(
      { err: error, savedPaymentId: id },
      'the gateway gives no answer about a card that is being activated',
    );
    return error.outcome === 'unknown' ? null : 'pending';
  }
};

/** Returns false when the acquirer gave no answer. */
const activateCard = async (ctx: Ctx, card: CardBeingActivated): Promise<boolean> => {
  const state = await stateOf(ctx, card);
  const now = ctx.clock.now();
  if (state === 'ready') await markReady(ctx.db, card.id, now);
  else if (state === 'ended' || now.getTime() > card.createdAt.getTime() + ACTIVATION_MAX_MS)
    await markRefused(ctx.db, card.id, now);
  return state !== null;
};

/**
 * Polls each card that is not usable yet, until all were polled or a whole batch got no answer; the
 * rest follows in the next run.
 */
export const activateCards = async (ctx: Ctx, signal?: AbortSignal): Promise<void> => {
  await drainDue<CardBeingActivated>(
    ctx,
    {
      job: ACTIVATE_CARDS_JOB,
      batch: BATCH,
      take: (now, last) => listActivating(ctx.db, { now, after: last?.id ?? null, limit: BATCH }),
      idOf: ({ id }) => id,
      signal,
    },
    (card) => activateCard(ctx, card),
  );
};
