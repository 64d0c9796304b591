// Bundles: several months at a lower price.
import {
  BUNDLE_MONTHS_MAX,
  BUNDLE_MONTHS_MIN,
  BUNDLES_MAX,
  PLAN_DISCOUNT_MAX_PERCENT,
} from '@camarim/contract/limits';
import { m } from '../../paraglide/messages.js';
import { formatMoney } from '../../ui/display/formats.ts';
import { between } from '../../ui/fields/rules.ts';
import { NumberField, PriceItemForm, PricePart } from './PricePart.tsx';
import { type Tier, useAddBundle } from './queries.ts';
import styles from './tiers.module.css';

export const Bundles = ({ tier }: { tier: Tier }) => (
  <PricePart
    title={m.plan_bundles()}
    text={m.plan_bundles_text()}
    items={tier.bundles}
    max={BUNDLES_MAX}
    removeLabel={({ months }) => m.plan_bundle_remove_label({ months })}
    form={<NewBundle />}
  >
    {({ months, discount, price }) => (
      <span>
        <b>{m.subscribe_months({ count: months })}</b>{' '}
        <span className={styles.soft}>
          {m.plan_bundle_line({ price: formatMoney(price), percent: discount })}
        </span>
      </span>
    )}
  </PricePart>
);

const NewBundle = () => {
  const add = useAddBundle();
  return (
    <PriceItemForm
      names={['months', 'discount']}
      check={({ months, discount }) => ({
        ...between('months', months, BUNDLE_MONTHS_MIN, BUNDLE_MONTHS_MAX),
        ...between('discount', discount, 1, PLAN_DISCOUNT_MAX_PERCENT),
      })}
      submit={({ months, discount }) =>
        add.mutateAsync({ months: Number(months), discount: Number(discount) })
      }
      submitLabel={m.plan_bundle_add()}
    >
      {(errors) => (
        <>
          <NumberField name="months" label={m.plan_months()} error={errors.months} digits={2} />
          <NumberField
            name="discount"
            label={m.plan_discount()}
            error={errors.discount}
            digits={2}
          />
        </>
      )}
    </PriceItemForm>
  );
};
