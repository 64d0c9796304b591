// Queries of Cielo sales of any payment method: connection, refusals, and every sale of one charge.
import type { ChargeId } from '@camarim/contract/ids';
import type { Clock } from '../../clock/port.ts';
import { refusalError as refuseFor } from '../gateway-replies.ts';
import { connectGateway, type GatewayHttp, type GatewayReply } from '../gateway-http.ts';
import { GatewayError } from '../port.ts';
import { readSaleIds, toOrderId } from './cielo-wire.ts';

export type CieloAccess = {
  /** Address that creates sales. */
  baseUrl: string;
  /** Address of queries: another host. */
  queryUrl: string;
  merchantId: string;
  merchantKey: string;
};

export type CieloContext = {
  access: CieloAccess;
  clock: Clock;
  sales: GatewayHttp;
  queries: GatewayHttp;
  close: () => Promise<void>;
};

/** The first query opens connections. */
export const connectCielo = (
  access: CieloAccess,
  timeoutMs: number,
  clock: Clock,
): CieloContext => {
  const [sales, queries] = [
    connectGateway({ baseUrl: access.baseUrl, timeoutMs }),
    connectGateway({ baseUrl: access.queryUrl, timeoutMs }),
  ];
  return {
    access,
    clock,
    sales,
    queries,
    close: async () => void (await Promise.all([sales.close(), queries.close()])),
  };
};

export const headersOf = ({ access }: CieloContext): Record<string, string> => ({
  MerchantId: access.merchantId,
  MerchantKey: access.merchantKey,
});

/** The reason in a refusal: a list, or one object for Zero Auth. */
export const reasonIn = (body: unknown): unknown =>
  ((Array.isArray(body) ? body[0] : body) as { Message?: unknown } | null | undefined)?.Message;

export const refusalError = (reply: GatewayReply): GatewayError => {
  // Wrong credentials say nothing about the charge.
  if (reply.status === 401 || reply.status === 403)
    return new GatewayError('unknown', `the gateway does not know us (${reply.status})`);
  return refuseFor(reply, reasonIn(reply.body));
};

export const query = (context: CieloContext, path: string): Promise<GatewayReply> =>
  context.queries.send({ method: 'GET', path, headers: headersOf(context) });

/** Every sale of a charge. */
export const salesOf = async <Sale>(
  context: CieloContext,
  chargeId: ChargeId,
  readSale: (body: unknown) => Sale,
): Promise<Sale[]> => {
  const list = await query(context, `/1/sales?merchantOrderId=${toOrderId(chargeId)}`);
  if (list.status === 404) return [];
  if (list.status >= 300) throw refusalError(list);
  const replies = await Promise.all(
    readSaleIds(list.body).map((id) => query(context, `/1/sales/${encodeURIComponent(id)}`)),
  );
  return replies.map((reply) => {
    if (reply.status >= 300)
      throw new GatewayError(
        'unknown',
        `the gateway lists a sale and does not show it (${reply.status})`,
      );
    return readSale(reply.body);
  });
};
