// Card storage at an acquirer: the vault sends the card, the product holds a token, and the
// acquirer deletes the card.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/port.ts';
import { refusalError } from '../gateway-replies.ts';
import type { GatewayReply } from '../gateway-http.ts';
import {
  type CardsApi,
  CardRefused,
  type Decline,
  GatewayError,
  type StoredCardState,
} from '../port.ts';
import type { Vault } from './vault-client.ts';

/** Interpretation of an acquirer's replies. */
export type AcquirerCardCalls = {
  takes: (brandId: number) => boolean;
  /** The decline of the card's bank; null when it accepted. */
  declineIn: (reply: GatewayReply) => Decline | null;
  /** Throws GatewayError (`invalid`). */
  tokenIn: (body: unknown) => string;
  reasonIn: (body: unknown) => unknown;
  remove: (token: string) => Promise<GatewayReply | null>;
  /** State of a card that is not ready immediately. */
  state?: (token: string) => Promise<StoredCardState>;
} & Pick<CardsApi, 'authentication' | 'beginAuthentication' | 'scriptOrigins'>;

/** The card is stored; a failed query of its state must not lose its token. */
const pendingOnError = (error: unknown): StoredCardState => {
  if (error instanceof GatewayError) return 'pending';
  throw error;
};

/** The CardsApi of a gateway. */
export const createCardsApi = ({
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
  scriptOrigins,
}: { vault: Vault; clock: Clock } & AcquirerCardCalls): CardsApi => ({
  takes,
  authentication,
  ...(beginAuthentication && { beginAuthentication }),
  ...(scriptOrigins !== undefined && { scriptOrigins }),
  ...(state && { state }),
  publicKey: () => vault.key(clock.now()),
  store: async ({ email, admit, ...sealed }) => {
    const reference = randomUUID();
    if (admit) await admit((await vault.open(sealed, reference, clock.now())).bin6);
    const { reply, card } = await vault.tokenize(sealed, reference, email, clock.now());
    const decline = declineIn(reply);
    if (decline) throw new CardRefused(decline);
    if (reply.status >= 300) throw refusalError(reply, reasonIn(reply.body));
    const token = tokenIn(reply.body);
    const storedState = state ? await state(token).catch(pendingOnError) : 'ready';
    if (storedState === 'ended')
      throw new CardRefused({
        code: 'token',
        class: 'unknown',
        words: 'its network does not store this card',
      });
    return { token, ready: storedState === 'ready', ...card };
  },
  remove: async (token) => {
    const reply = await remove(token);
    if (reply && reply.status >= 300 && reply.status !== 404)
      throw refusalError(reply, reasonIn(reply.body));
  },
});
