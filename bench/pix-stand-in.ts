// A bare gateway on the loopback that calls every charge paid: what it costs is not what is
// measured.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The payment in the format of the central bank's API. */
export const paymentOf = (txid: string, valueText: string) => ({
  endToEndId: `E${txid.slice(0, 31)}`,
  txid,
  valor: valueText,
  horario: '2026-01-01T12:00:00.000Z',
});

const chargeOf = (txid: string, valueText: string) => ({
  txid,
  status: 'CONCLUIDA',
  calendario: { criacao: '2026-01-01T11:59:00.000Z', expiracao: 3_600 },
  valor: { original: valueText },
  pix: [paymentOf(txid, valueText)],
});

/**
 * Gives tokens, takes the registration of the webhook, and answers for any charge that it was paid
 * with this value.
 */
export const openPixStandIn = async (
  valueText: string,
): Promise<{ url: string; close(): void }> => {
  const server = createServer((request, response) => {
    request.resume();
    const [, kind, id] = (request.url ?? '').split('/');
    const body =
      kind === 'oauth'
        ? { access_token: 'bench', expires_in: 3_600 }
        : kind === 'cob' && id
          ? chargeOf(id, valueText)
          : {};
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  };
};
