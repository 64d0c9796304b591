// Which acquirer answers for cards here: one keeps the new ones, and each card is charged where it
// is kept.
import { AppError } from '../../../platform/errors/app-error.ts';
import type { CardsApi, CardGatewayName } from '../../../platform/payments/port.ts';
import type { Platform } from '../../../platform/platform.ts';

/** The words of the setting, which are those of the specification's calls. */
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

/**
 * What it can do with them. Throws wallet.methodUnavailable, also when another one is asked for by
 * name.
 */
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
