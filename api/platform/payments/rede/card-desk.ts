// Keeping cards at the acquirer: the vault hands them in, we hold a token, and forgetting one is asked of the acquirer.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../clock/port.ts';
import { read, refused as refuseFor } from '../exchange.ts';
import { type CardDesk, CardRefused } from '../port.ts';
import type { TokenClient } from '../token-client.ts';
import { codeOf, declineOf } from './rede-wire.ts';
import type { Vault } from './vault-client.ts';

const keptSchema = z.object({ tokenizationId: z.string().min(8).max(200) });

/** The gateway's desk for cards. */
export const cardDesk = ({ vault, keeper, clock }: { vault: Vault; keeper: TokenClient; clock: Clock }): CardDesk => ({
  publicKey: () => vault.key(clock.now()),
  store: async (jwe) => {
    const { reply, card } = await vault.keep(jwe, randomUUID(), clock.now());
    const code = codeOf(reply.body);
    if (code && !code.success) throw new CardRefused(declineOf(code.returnCode, code.returnMessage));
    if (reply.status >= 300) throw refuseFor(reply, code?.returnMessage);
    return { token: read(keptSchema, reply.body, 'kept card').tokenizationId, ...card };
  },
  remove: async (token) => {
    const reply = await keeper.send({ method: 'DELETE', path: `/tokenization/${encodeURIComponent(token)}` });
    if (reply.status >= 300 && reply.status !== 404) throw refuseFor(reply, codeOf(reply.body)?.returnMessage);
  },
});
