// Bundles: several months at a lower price, each with an example in money.
import {
  BUNDLE_MONTHS_MAX,
  BUNDLE_MONTHS_MIN,
  BUNDLES_MAX,
  PLAN_DISCOUNT_MAX_PERCENT,
} from '@camarim/contract/limits';
import { type Centavos, centavos, planPrice } from '@camarim/contract/money';
import { m } from '../../paraglide/messages.js';
import { between } from '../../ui/fields/rules.ts';
import { MoneyExample } from './MoneyExample.tsx';
import { NumberField, PERCENT_BPS, PriceItemForm, PricePart, typedNumber } from './PricePart.tsx';
import { type Tier, useAddBundle } from './queries.ts';
import styles from './tiers.module.css';

export const Bundles = ({ tier }: { tier: Tier }) => (
  <PricePart
    title={m.plan_bundles()}
    text={m.plan_bundles_text()}
    items={tier.bundles}
    max={BUNDLES_MAX}
    removeLabel={({ months }) => m.plan_bundle_remove_label({ months })}
    form={<NewBundle tier={tier} />}
  >
    {({ months, discount, price }) => (
      <div className={styles.item}>
        <p>
          <b>{m.subscribe_months({ count: months })}</b>{' '}
          <span className={styles.soft}>{m.subscribe_off({ percent: discount })}</span>
        </p>
        <MoneyExample what={m.subscribe_months({ count: months })} price={centavos(price)} />
      </div>
    )}
  </PricePart>
);

/** Months that the plan has no bundle of yet. */
const freeMonths = ({ bundles }: Tier): number =>
  [3, 6, 12, 2, 9, 24].find((months) => !bundles.some((bundle) => bundle.months === months)) ??
  BUNDLE_MONTHS_MIN;

const bundlePriceOf = (monthly: number, months: string, discount: string): Centavos | null => {
  const count = typedNumber(months, BUNDLE_MONTHS_MIN, BUNDLE_MONTHS_MAX);
  const percent = typedNumber(discount, 1, PLAN_DISCOUNT_MAX_PERCENT);
  return count === null || percent === null
    ? null
    : planPrice(centavos(monthly), count, percent * PERCENT_BPS);
};

const NewBundle = ({ tier }: { tier: Tier }) => {
  const add = useAddBundle();
  const initial = { months: String(freeMonths(tier)), discount: '10' };
  return (
    <PriceItemForm
      initial={initial}
      check={({ months, discount }) => ({
        ...between('months', months, BUNDLE_MONTHS_MIN, BUNDLE_MONTHS_MAX),
        ...between('discount', discount, 1, PLAN_DISCOUNT_MAX_PERCENT),
      })}
      submit={({ months, discount }) =>
        add.mutateAsync({ months: Number(months), discount: Number(discount) })
      }
      submitLabel={m.plan_bundle_add()}
    >
      {(errors, { months, discount }) => (
        <>
          <NumberField
            name="months"
            label={m.plan_months()}
            defaultValue={initial.months}
            error={errors.months}
            digits={2}
          />
          <NumberField
            name="discount"
            label={m.plan_discount()}
            defaultValue={initial.discount}
            error={errors.discount}
            digits={2}
          />
          <MoneyExample
            what={m.subscribe_months({ count: months })}
            live
            price={bundlePriceOf(tier.basePrice.price, months, discount)}
          />
        </>
      )}
    </PriceItemForm>
  );
};
