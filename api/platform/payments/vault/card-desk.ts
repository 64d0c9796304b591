// Keeping cards at an acquirer: the vault hands them in, we hold a token, and forgetting one is asked of the acquirer.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/port.ts';
import { refused } from '../exchange.ts';
import type { GatewayReply } from '../gateway-http.ts';
import { type CardDesk, CardRefused, type Decline } from '../port.ts';
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
} & Pick<CardDesk, 'authentication' | 'beginAuthentication' | 'scriptOrigin'>;

/** The gateway's desk for cards. */
export const cardDesk = ({ vault, clock, takes, declineIn, tokenIn, reasonIn, remove, authentication, beginAuthentication, scriptOrigin }: { vault: Vault; clock: Clock } & Keeping): CardDesk => ({
  takes,
  authentication,
  ...(beginAuthentication && { beginAuthentication }),
  ...(scriptOrigin !== undefined && { scriptOrigin }),
  publicKey: () => vault.key(clock.now()),
  store: async (sealed) => {
    const { reply, card } = await vault.keep(sealed, randomUUID(), clock.now());
    const decline = declineIn(reply);
    if (decline) throw new CardRefused(decline);
    if (reply.status >= 300) throw refused(reply, reasonIn(reply.body));
    return { token: tokenIn(reply.body), ...card };
  },
  remove: async (token) => {
    const reply = await remove(token);
    if (reply && reply.status >= 300 && reply.status !== 404) throw refused(reply, reasonIn(reply.body));
  },
});
