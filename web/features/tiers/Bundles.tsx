// Bundles: several months at a lower price.
import {
  BUNDLE_MONTHS_MAX,
  BUNDLE_MONTHS_MIN,
  BUNDLES_MAX,
  PLAN_DISCOUNT_MAX_PERCENT,
} from '@camarim/contract/limits';
import { m } from '../../paraglide/messages.js';
import { explainRefusal } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoney } from '../../ui/display/formats.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useForm } from '../../ui/fields/use-form.ts';
import { type Tier, useAddBundle, useRemovePrice } from './queries.ts';
import styles from './tiers.module.css';
import { between } from './whole-number.ts';

export const Bundles = ({ tier }: { tier: Tier }) => {
  const remove = useRemovePrice();
  return (
    <section className={styles.part}>
      <h2>{m.plan_bundles()}</h2>
      <p className={styles.soft}>{m.plan_bundles_text()}</p>
      <ul className={styles.list}>
        {tier.bundles.map(({ id, months, discount, price }) => (
          <li key={id} className={styles.row}>
            <span>
              <b>{m.subscribe_months({ count: months })}</b>{' '}
              <span className={styles.soft}>
                {m.plan_bundle_line({ price: formatMoney(price), percent: discount })}
              </span>
            </span>
            <Button
              variant="text"
              small
              loading={remove.isPending && remove.variables === id}
              onClick={() => remove.mutate(id)}
              aria-label={m.plan_bundle_remove_label({ months })}
            >
              {m.plan_remove()}
            </Button>
          </li>
        ))}
      </ul>
      {tier.bundles.length < BUNDLES_MAX && <NewBundle key={tier.bundles.length} />}
    </section>
  );
};

const NewBundle = () => {
  const add = useAddBundle();
  const { form, errors, problem, submitting } = useForm({
    names: ['months', 'discount'] as const,
    check: ({ months, discount }) => ({
      ...between('months', months, BUNDLE_MONTHS_MIN, BUNDLE_MONTHS_MAX),
      ...between('discount', discount, 1, PLAN_DISCOUNT_MAX_PERCENT),
    }),
    submit: async ({ months, discount }) =>
      void (await add.mutateAsync({ months: Number(months), discount: Number(discount) })),
    explain: explainRefusal,
  });
  return (
    <form {...form} className={styles.fields}>
      <TextField
        name="months"
        inputMode="numeric"
        label={m.plan_months()}
        error={errors.months}
        maxLength={2}
      />
      <TextField
        name="discount"
        inputMode="numeric"
        label={m.plan_discount()}
        error={errors.discount}
        maxLength={2}
      />
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <Button type="submit" variant="line" loading={submitting}>
        {m.plan_bundle_add()}
      </Button>
    </form>
  );
};
