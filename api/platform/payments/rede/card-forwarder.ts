// e.Rede's fields of a card, for a charge and for storage. Runs only in the vault's process.
import { z } from 'zod';
import type { GatewayReply } from '../gateway-http.ts';
import { GatewayError } from '../port.ts';
import { connectWithToken, type TokenClient } from '../token-client.ts';
import type { Card, CardForwarder } from '../vault/card.ts';
import type { VaultSetup } from '../vault/vault-messages.ts';
import { affiliationOf, codeOf, toReference, tokenServiceUrl } from './rede-wire.ts';

/** At most 30 alphanumeric characters and spaces: no accents. */
const HOLDER_MAX = 30;
const holderOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9 ]/g, '')
    .slice(0, HOLDER_MAX)
    .trim();

const plainOf = ({ number, expiration, cvv, holderName }: Card) => {
  const [month, year] = expiration.split('/').map(Number);
  return {
    cardholderName: holderOf(holderName),
    cardNumber: number,
    expirationMonth: month,
    expirationYear: year,
    securityCode: cvv,
  };
};

const tokenSchema = z.object({
  tokenizationStatus: z.literal('Active'),
  token: z.object({
    code: z.string().regex(/^\d{13,19}$/),
    expirationDate: z.string().regex(/^\d{2}\/\d{4}$/),
  }),
});
const cryptogramSchema = z.object({
  cryptogramInfo: z.object({ tokenCryptogram: z.string().min(1), eci: z.string().nullish() }),
});

export const openRedeForwarder = (setup: VaultSetup & { acquirer: 'rede' }): CardForwarder => {
  // Access tokens are renewed by the machine's clock.
  const clock = { now: () => new Date() };
  const client = connectWithToken(setup, clock);
  const tokenService = connectWithToken({ ...setup, baseUrl: tokenServiceUrl(setup) }, clock);
  const filiation = affiliationOf(setup);
  const charge = (json: object) => client.send({ method: 'POST', path: '/v2/transactions', json });
  return {
    charge: (card, _brandId, json) => charge({ ...json, ...plainOf(card) }),
    // The token service does not consult the bank, so a transaction of 0 ("Zero Dollar") comes
    // first.
    tokenize: async (card, _brandId, reference, email) => {
      const check = await charge({
        capture: true,
        kind: 'credit',
        reference: toReference(reference),
        amount: 0,
        ...plainOf(card),
      });
      if (check.status >= 300 || codeOf(check.body)?.success !== true) return check;
      const [expirationMonth, expirationYear] = card.expiration.split('/');
      return tokenService.send({
        method: 'POST',
        path: '/tokenization',
        json: {
          filiation,
          email,
          storageCard: 0,
          ...plainOf(card),
          expirationMonth,
          expirationYear,
        },
      });
    },
    stored: {
      state: async (token) => withoutNumber(await queryToken(tokenService, filiation, token)),
      charge: (token, json) => chargeStoredCard({ tokenService, filiation, charge }, token, json),
    },
  };
};

const queryToken = (
  tokenService: TokenClient,
  filiation: string,
  token: string,
): Promise<GatewayReply> =>
  tokenService.send({
    method: 'GET',
    path: `/tokenization/${encodeURIComponent(token)}?${new URLSearchParams({ filiation })}`,
  });

/** The network token is not needed outside the vault. */
const withoutNumber = ({ status, body }: GatewayReply): GatewayReply => {
  const { token: _number, ...rest } = (body ?? {}) as Record<string, unknown>;
  return { status, body: rest };
};

type TokenServiceContext = {
  tokenService: TokenClient;
  filiation: string;
  charge: (json: object) => Promise<GatewayReply>;
};

/** A cryptogram is valid for one transaction: each charge, and each retry, requests a new one. */
const chargeStoredCard = async (
  { tokenService, filiation, charge }: TokenServiceContext,
  token: string,
  json: Record<string, unknown>,
): Promise<GatewayReply> => {
  const found = tokenSchema.safeParse(
    (await acceptedReply(queryToken(tokenService, filiation, token))).body,
  );
  if (!found.success)
    throw new GatewayError('refused', 'the stored card is not active at the acquirer');
  const made = cryptogramSchema.safeParse(
    (
      await acceptedReply(
        tokenService.send({
          method: 'POST',
          path: `/cryptogram/${encodeURIComponent(token)}`,
          json: { filiation, subscription: json['subscription'] === true },
        }),
      )
    ).body,
  );
  if (!made.success)
    throw new GatewayError('unknown', "the gateway's cryptogram is not what the protocol says");
  const { code, expirationDate } = found.data.token;
  const [month, year] = expirationDate.split('/').map(Number);
  const { tokenCryptogram, eci } = made.data.cryptogramInfo;
  const { status, body } = await charge({
    ...json,
    cardNumber: code,
    expirationMonth: month,
    expirationYear: year,
    tokenCryptogram,
    ...(eci && { securityAuthentication: { sai: eci } }),
  });
  return {
    status,
    body: JSON.parse(JSON.stringify(body ?? null).replaceAll(code, '*')) as unknown,
  };
};

/** A refusal of the token service is conclusive: no charge was sent. */
const acceptedReply = async (asking: Promise<GatewayReply>): Promise<GatewayReply> => {
  const reply = await asking;
  if (reply.status >= 300)
    throw new GatewayError(
      'refused',
      `the stored card can’t be charged (${reply.status}): ${codeOf(reply.body)?.returnMessage ?? 'no reason given'}`,
    );
  return reply;
};
