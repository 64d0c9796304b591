// The acquirer of cards: the configured one stores new cards, and each card is charged at the
// acquirer that stores it.
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { CardsApi, CardGatewayName } from '../../../../platform/payments/port.ts';
import type { Platform } from '../../../../platform/platform.ts';

/** The values of the setting CARD_ACQUIRER, as in the specification's calls. */
export type AcquirerName = Platform['config']['CARD_ACQUIRER'];

const GATEWAYS: Record<AcquirerName, CardGatewayName> = {
  rede: 'rede',
  cielo: 'cieloCard',
  carat: 'carat',
};

type Parts = { payments: Platform['payments']; config: Pick<Platform['config'], 'CARD_ACQUIRER'> };

/** The acquirer that takes new cards; null where there is none. */
export const acquirerOf = ({ payments, config }: Parts): AcquirerName | null =>
  payments[GATEWAYS[config.CARD_ACQUIRER]]?.cards ? config.CARD_ACQUIRER : null;

/** The configured acquirer. Throws wallet.methodUnavailable, also when `named` is another one. */
export const cardAcquirer = (
  platform: Parts,
  named: AcquirerName = platform.config.CARD_ACQUIRER,
): { name: CardGatewayName; cards: CardsApi } => {
  const name = GATEWAYS[named];
  const cards =
    named === platform.config.CARD_ACQUIRER ? platform.payments[name]?.cards : undefined;
  if (!cards) throw new AppError('wallet.methodUnavailable');
  return { name, cards };
};
