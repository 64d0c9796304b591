// /funds: the wallet, tips and debts.
import { z } from 'zod';
import { TIP_MAX_CENTAVOS, TIP_MIN_CENTAVOS } from '../limits.ts';
import type { Centavos } from '../money.ts';
import { route } from '../route.ts';
import { intentSchema, tipMessage } from '../sales.ts';
import { amountSchema, centavosSchema, id, instant, page } from '../wire.ts';
import { profileSummarySchema } from './profiles.ts';

declare module '../events.ts' {
  interface RealtimeEvents {
    /**
     * A wallet of mine changed. `wallet` updates the balance on screen; `earnings` asks for a
     * refetch.
     */
    wallets:
      | { walletType: 'wallet'; balance: Centavos; lockedBalance: Centavos }
      | { walletType: 'earnings' };
    /** A payment of mine changed its state: `id` is the charge's or the transfer's. */
    transactions: { id: string; status: string };
  }
}

/** Source: specification section 3, Wallet. */
export const walletSchema = z
  .object({
    id: z.string(),
    walletType: z.literal('wallet'),
    balance: centavosSchema,
    lockedBalance: centavosSchema,
    escrow: centavosSchema.meta({
      description:
        'paid for custom orders of mine that have not ended, and locked for the next minutes of shows',
    }),
    debt: centavosSchema.meta({
      description: 'owed for a disputed payment; the next top-up pays it first',
    }),
  })
  .meta({ id: 'Wallet' });

/**
 * `data` of a 402, for the API reference (platform/http/openapi/exact.ts). Source: product
 * decisions, section 2.
 */
export const insufficientSchema = z
  .object({
    needed: centavosSchema,
    balance: centavosSchema,
    suggested: centavosSchema,
    intent: intentSchema,
  })
  .meta({ id: 'InsufficientFunds' });

export const fundsRoutes = {
  'GET /funds': route({
    id: 'funds.wallets',
    summary: 'My wallet, as a list of one',
    auth: 'member',
    query: z.object({ ...page(1, 10), filter: z.enum(['walletType:eq:wallet']).optional() }),
    reply: z.array(walletSchema),
    list: 'offset',
  }),
  'POST /funds/tips': route({
    id: 'funds.tip',
    summary:
      'Tips a profile, a post, a goal or the show that I watch from the wallet; in a show with the goal or the item of its menu that it is for',
    auth: 'member',
    body: z
      .object({
        toProfileId: id('profile').optional(),
        postId: id('post').optional(),
        goalId: id('goal').optional(),
        liveId: id('live').optional().meta({
          description: 'a show that I am in; everyone there sees the tip and its message',
        }),
        itemId: id('menuItem').optional().meta({
          description: 'of the tip menu of the show; its price is the value',
        }),
        value: amountSchema(TIP_MIN_CENTAVOS, TIP_MAX_CENTAVOS),
        message: tipMessage.optional(),
      })
      .refine(
        ({ toProfileId, postId, goalId, liveId }) =>
          [toProfileId, postId, liveId ?? goalId].filter(Boolean).length === 1,
        {
          path: ['toProfileId'],
          message: 'exactly one of toProfileId, postId, goalId and liveId; a goal also with a show',
        },
      )
      .refine(({ liveId, goalId, itemId }) => !itemId || (liveId && !goalId), {
        path: ['itemId'],
        message: 'an item is of a show, and not for a goal',
      }),
    example: {
      toProfileId: '01890a5d-ac96-774b-bcce-b302099a8057',
      value: 1_000,
      message: 'Que luz bonita!',
    },
    reply: z.object({ id: id('transfer'), value: centavosSchema, balance: centavosSchema }),
    idempotency: 'required',
    errors: [
      'wallet.insufficient',
      'spending.dayLimit',
      'spending.monthLimit',
      'fraud.pairAmount',
      'fraud.pairSales',
      'fraud.newPayer',
      'profile.notFound',
      'profile.notSelf',
      'post.notFound',
      'post.tipsOff',
      'goal.notFound',
      'live.notFound',
      'live.notInRoom',
      'live.muted',
      'live.itemNotFound',
      'live.itemPriceChanged',
      'message.blockedWord',
    ],
    perMinute: 600,
  }),
  'GET /dsb/debts': route({
    id: 'dsb.debts',
    summary: 'Who owes for disputed payments, the largest debt first',
    auth: 'admin',
    right: 'money.read',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
    reply: z.array(
      z.object({ profile: profileSummarySchema, owed: centavosSchema, since: instant }),
    ),
  }),
};
