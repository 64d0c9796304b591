// The stand-ins as a history moves and asks them: what their payers do, what is done in their
// panels, and what they hold.
import type { ChargeId } from '@camarim/contract/ids';
import { centavos, decimalText } from '@camarim/contract/money';
import { toOrderId as toCaratId } from '../../platform/payments/carat/carat-wire.ts';
import { toOrderId as toCieloId } from '../../platform/payments/cielo/cielo-wire.ts';
import { toPixId } from '../../platform/payments/pix/pix-wire.ts';
import type { CardGatewayName, Payments, Receipt } from '../../platform/payments/port.ts';
import { toReference } from '../../platform/payments/rede/rede-wire.ts';
import type { HistoryGateway } from './operations.ts';

const REFERENCES: Record<CardGatewayName, (chargeId: ChargeId) => string> = {
  rede: toReference,
  cieloCard: toCieloId,
  carat: toCaratId,
};

export type HistoryCharge = { id: ChargeId; gateway: HistoryGateway };
export type SentByBank = { idEnvio: string; status: string; devolucoes?: unknown[] };

export type StandIns = {
  /** Returns whether it did: what people ask of a gateway may be too late or too much. */
  control(path: string, body?: object): Promise<boolean>;
  payPix(id: ChargeId): Promise<boolean>;
  /**
   * Returns all that is left, or a part, in the gateway's own panel; or the payer's bank takes it
   * back.
   */
  takeBack(charge: HistoryCharge, how: 'panel' | 'contest', part: boolean): Promise<number>;
  /** Ends the refunds of a card that are under way. */
  carryOut(charge: HistoryCharge): Promise<boolean>;
  /** What the gateway has of a charge. Throws GatewayError while it gives no answer. */
  receiptsOf(charge: HistoryCharge): Promise<Receipt[]>;
  /** How many sales an acquirer has of a charge; one by design where the protocol has one id. */
  salesOf(charge: HistoryCharge): Promise<number>;
  sentByBank(): Promise<SentByBank[]>;
};

export const standInsAt = (url: string, payments: Payments): StandIns => {
  const control = async (path: string, body: object = {}): Promise<boolean> => {
    const reply = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await reply.arrayBuffer();
    return reply.ok;
  };
  const orderOf = ({ id, gateway }: HistoryCharge): string =>
    `/__orders/${gateway}/${REFERENCES[gateway as CardGatewayName](id)}`;
  const receiptsOf = async ({ id, gateway }: HistoryCharge): Promise<Receipt[]> =>
    (
      await payments[gateway]?.status({
        chargeId: id,
        providerRef: null,
        amountCentavos: centavos(1),
        method: gateway === 'pix' ? 'pix' : 'card',
      })
    )?.receipts ?? [];
  return {
    control,
    receiptsOf,
    payPix: (id) => control(`/__pix/cob/${toPixId(id)}/pay`),
    takeBack: async (charge, how, part) => {
      let times = 0;
      for (const { ref, amountCentavos } of await receiptsOf(charge).catch(() => [])) {
        const half = centavos(Math.floor(amountCentavos / 2));
        const act = how === 'panel' ? 'refund' : 'contest';
        const amount =
          how === 'panel' && part
            ? charge.gateway === 'pix'
              ? { valor: decimalText(half) }
              : { amountCentavos: half }
            : {};
        if (
          await control(
            charge.gateway === 'pix' ? `/__pix/pix/${ref}/${act}` : `${orderOf(charge)}/${act}`,
            amount,
          )
        )
          times += 1;
      }
      return times;
    },
    carryOut: async (charge) => charge.gateway !== 'pix' && control(`${orderOf(charge)}/carry-out`),
    salesOf: async (charge) =>
      charge.gateway === 'pix'
        ? 1
        : ((await (await fetch(`${url}${orderOf(charge)}`)).json()) as unknown[]).length,
    sentByBank: async () => (await (await fetch(`${url}/__pix/payouts`)).json()) as SentByBank[],
  };
};
