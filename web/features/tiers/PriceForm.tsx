// The monthly price between its minimum and maximum, with the effect of creating or raising it
// beside the button.
import type { Centavos } from '@camarim/contract/money';
import { type FormEvent, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { ApiError } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoney } from '../../ui/display/formats.ts';
import { CurrencyField } from '../../ui/fields/CurrencyField.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { MoneyExample } from './MoneyExample.tsx';
import { type PlanSettings, useSetPrice } from './queries.ts';
import styles from './tiers.module.css';

export const PriceForm = ({
  settings: { tier, limits, subscribers },
}: {
  settings: PlanSettings;
}) => {
  const held = tier?.basePrice.price ?? null;
  const [price, setPrice] = useState<Centavos | null>(held);
  const [problem, setProblem] = useState<string>();
  const save = useSetPrice();
  const range = m.plan_price_range({
    min: formatMoney(limits.minPrice),
    max: formatMoney(limits.maxPrice),
  });

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (price === null || price < limits.minPrice || price > limits.maxPrice) {
      setProblem(range);
      return;
    }
    save.mutate(price, {
      onSuccess: () => showToast(m.plan_price_saved(), 'success'),
      onError: (error) => setProblem(error instanceof ApiError ? error.message : undefined),
    });
  };

  const consequence =
    held === null
      ? m.plan_opening_text()
      : subscribers.renewing > 0 && price !== null && price > held
        ? m.plan_raising_text({ count: subscribers.renewing })
        : undefined;
  return (
    <form className={styles.card} onSubmit={send} noValidate>
      <CurrencyField
        label={m.plan_price()}
        hint={range}
        placeholder={range}
        error={problem}
        value={price}
        onChange={(typed) => {
          setPrice(typed);
          setProblem(undefined);
        }}
      />
      <MoneyExample
        live
        what={m.subscribe_month()}
        price={
          price !== null && price >= limits.minPrice && price <= limits.maxPrice ? price : null
        }
      />
      {consequence && <p className={styles.soft}>{consequence}</p>}
      <Button
        type="submit"
        variant="main"
        loading={save.isPending}
        disabled={price === null || price === held}
      >
        {held === null ? m.plan_open() : m.plan_price_save()}
      </Button>
    </form>
  );
};
