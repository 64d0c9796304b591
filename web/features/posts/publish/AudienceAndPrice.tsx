// Fields for who sees a post and what it costs, shared by the composer and the edit dialog.
import { PRICE_MAX_CENTAVOS, PRICE_MIN_CENTAVOS } from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { m } from '../../../paraglide/messages.js';
import { formatMoney } from '../../../ui/display/formats.ts';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import styles from './publish.module.css';

export type Audience = 'public' | 'members';

type Props = {
  audience: Audience;
  onAudience: (audience: Audience) => void;
  price: Centavos | null;
  priceHint: string | undefined;
  /** The server's error; the limits of the price are checked here. */
  priceError?: string | undefined;
  onPrice: (price: Centavos | null) => void;
};

/** Null: the post is free. */
export const isPriceInLimits = (price: Centavos | null): boolean =>
  price === null || (price >= PRICE_MIN_CENTAVOS && price <= PRICE_MAX_CENTAVOS);

export const AudienceAndPrice = ({
  audience,
  onAudience,
  price,
  priceHint,
  priceError,
  onPrice,
}: Props) => (
  <div className={styles.options}>
    <Select
      label={m.publish_audience()}
      value={audience}
      onChange={({ currentTarget: { value } }) =>
        onAudience(value === 'members' ? 'members' : 'public')
      }
      options={[
        { value: 'public', text: m.publish_public() },
        { value: 'members', text: m.publish_members() },
      ]}
    />
    <CurrencyField
      label={m.publish_price()}
      hint={priceHint}
      error={
        isPriceInLimits(price)
          ? priceError
          : m.tip_limits({
              min: formatMoney(PRICE_MIN_CENTAVOS),
              max: formatMoney(PRICE_MAX_CENTAVOS),
            })
      }
      value={price}
      onChange={onPrice}
    />
  </div>
);
