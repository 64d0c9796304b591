// Asks for confirmation of an unusually high or low price.
import { UNUSUAL_PRICE_CENTAVOS } from '@camarim/contract/limits';
import { type Centavos, splitFee } from '@camarim/contract/money';
import { m } from '../../../paraglide/messages.js';
import { formatMoney } from '../../../ui/display/formats.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';

/** Whether a price needs a confirmation before publishing. */
export const isUnusual = (price: Centavos | null): boolean =>
  price !== null && price >= UNUSUAL_PRICE_CENTAVOS;

type Props = {
  price: Centavos;
  /** The platform's fee; undefined while the profile loads. */
  feeBps: number | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

export const UnusualPrice = ({ price, feeBps, onConfirm, onClose }: Props) => (
  <ConfirmDialog
    title={m.publish_unusual_title({ price: formatMoney(price) })}
    confirmLabel={m.publish_unusual_confirm({ price: formatMoney(price) })}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    {feeBps === undefined
      ? m.publish_unusual_text()
      : m.publish_unusual_share({
          price: formatMoney(price),
          share: formatMoney(splitFee(price, feeBps).share),
        })}
  </ConfirmDialog>
);
