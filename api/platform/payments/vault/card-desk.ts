// Keeping cards at an acquirer: the vault hands them in, we hold a token, and forgetting one is
// asked of the acquirer.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/port.ts';
import { refused } from '../exchange.ts';
import type { GatewayReply } from '../gateway-http.ts';
import { type CardDesk, CardRefused, type Decline, GatewayError, type KeptState } from '../port.ts';
import type { Vault } from './vault-client.ts';

/** What an acquirer's answers mean. */
export type Keeping = {
  takes: (brandId: number) => boolean;
  /** Why the card's bank said no; null when it did not. */
  declineIn: (reply: GatewayReply) => Decline | null;
  /** Throws GatewayError (`invalid`). */
  tokenIn: (body: unknown) => string;
  reasonIn: (body: unknown) => unknown;
  remove: (token: string) => Promise<GatewayReply | null>;
  /** What became of a card that is not ready at once. */
  state?: (token: string) => Promise<KeptState>;
} & Pick<CardDesk, 'authentication' | 'beginAuthentication' | 'scriptOrigin'>;

/** The card is kept; that its state could not be asked for is no reason to lose its token. */
const pendingWithout = (error: unknown): KeptState => {
  if (error instanceof GatewayError) return 'pending';
  throw error;
};

/** The gateway's desk for cards. */
export const cardDesk = ({
  vault,
  clock,
  takes,
  declineIn,
  tokenIn,
  reasonIn,
  remove,
  state,
  authentication,
  beginAuthentication,
  scriptOrigin,
}: { vault: Vault; clock: Clock } & Keeping): CardDesk => ({
  takes,
  authentication,
  ...(beginAuthentication && { beginAuthentication }),
  ...(scriptOrigin !== undefined && { scriptOrigin }),
  ...(state && { state }),
  publicKey: () => vault.key(clock.now()),
  store: async ({ email, ...sealed }) => {
    const { reply, card } = await vault.keep(sealed, randomUUID(), email, clock.now());
    const decline = declineIn(reply);
    if (decline) throw new CardRefused(decline);
    if (reply.status >= 300) throw refused(reply, reasonIn(reply.body));
    const token = tokenIn(reply.body);
    const kept = state ? await state(token).catch(pendingWithout) : 'ready';
    if (kept === 'ended')
      throw new CardRefused({
        code: 'token',
        class: 'unknown',
        words: 'its network does not keep this card',
      });
    return { token, ready: kept === 'ready', ...card };
  },
  remove: async (token) => {
    const reply = await remove(token);
    if (reply && reply.status >= 300 && reply.status !== 404)
      throw refused(reply, reasonIn(reply.body));
  },
});
