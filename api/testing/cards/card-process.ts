// A process that stores and charges cards as the API does, for the test that searches its heap
// snapshot for card data.
import { randomUUID } from 'node:crypto';
import { writeHeapSnapshot } from 'node:v8';
import type { ChargeId } from '@camarim/contract/ids';
import { centavos } from '@camarim/contract/money';
import { systemClock } from '../../platform/clock/system.ts';
import { createCaratProvider, type CaratOptions } from '../../platform/payments/carat/carat.ts';
import {
  createCieloCardProvider,
  type CieloCardOptions,
} from '../../platform/payments/cielo/cielo-card.ts';
import type { CardSource, PaymentProvider } from '../../platform/payments/port.ts';
import { createRedeProvider, type RedeOptions } from '../../platform/payments/rede/rede.ts';

export type AcquirerAccess =
  | { rede: RedeOptions }
  | { cieloCard: CieloCardOptions }
  | { carat: CaratOptions };
export type HolderRequest =
  | { connect: AcquirerAccess }
  | { use: { keep: string; charge: string; brandId: number }; snapshot: string };
export type PublicKeyReply = { key: { jwk: object; kid: string } };
export type UseReply = { token: string; states: string[] };

let provider: PaymentProvider;

const connect = (access: AcquirerAccess): PaymentProvider => {
  if ('rede' in access) return createRedeProvider(access.rede, systemClock);
  return 'carat' in access
    ? createCaratProvider(access.carat, systemClock)
    : createCieloCardProvider(access.cieloCard, systemClock);
};

const charge = async (card: CardSource): Promise<string> =>
  (
    await provider.createCharge({
      chargeId: randomUUID() as ChargeId,
      method: 'card',
      amountCentavos: centavos(5_000),
      expiresInSeconds: 600,
      description: 'Recarga',
      card,
    })
  ).state;

const send = (message: PublicKeyReply | UseReply): void => void process.send?.(message);

process.on('message', async (message: HolderRequest) => {
  if ('connect' in message) {
    provider = connect(message.connect);
    const { jwk, kid } = await (provider.cards?.publicKey() ??
      Promise.reject(new Error('no cards')));
    send({ key: { jwk, kid } });
    return;
  }
  const { keep, charge: jwe, brandId } = message.use;
  const card = await provider.cards?.store({ jwe: keep, brandId, email: 'pessoa@example.com' });
  const token = card?.token ?? '';
  const states = [
    await charge({ kind: 'sealed', jwe, brandId }),
    await charge({ kind: 'stored', token, brandId, byHolder: true, networkRef: null }),
  ];
  writeHeapSnapshot(message.snapshot);
  send({ token, states });
});
process.on('disconnect', () => process.exit());
