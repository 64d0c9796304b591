// The producer's answer to a request: a price, the days it takes, and a few words.
import { useState } from 'react';
import type { Centavos } from '@camarim/contract/money';
import {
  ORDER_DAYS_MAX,
  ORDER_NOTE_MAX,
  PRICE_MAX_CENTAVOS,
  PRICE_MIN_CENTAVOS,
} from '@camarim/contract/limits';
import { m } from '../../paraglide/messages.js';
import { explainRefusal } from '../../client/api/errors.ts';
import { Button } from '../../ui/actions/Button.tsx';
import { formatMoney } from '../../ui/display/formats.ts';
import { CurrencyField } from '../../ui/fields/CurrencyField.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextArea } from '../../ui/fields/TextField.tsx';
import { type Order, useOrderAct } from './queries.ts';
import styles from './orders.module.css';

const DAYS = Array.from({ length: ORDER_DAYS_MAX }, (_, index) => index + 1);
const USUAL_DAYS = 7;

export const OfferForm = ({ order, onClose }: { order: Order; onClose: () => void }) => {
  const [price, setPrice] = useState<Centavos | null>(order.maxPrice as Centavos | null);
  const [days, setDays] = useState(USUAL_DAYS);
  const [note, setNote] = useState('');
  const act = useOrderAct(order.id);
  const isPriceFine = price !== null && price >= PRICE_MIN_CENTAVOS && price <= PRICE_MAX_CENTAVOS;
  return (
    <div className={styles.form}>
      <CurrencyField
        autoFocus
        label={m.order_price()}
        hint={m.order_price_hint({
          min: formatMoney(PRICE_MIN_CENTAVOS),
          max: formatMoney(PRICE_MAX_CENTAVOS),
        })}
        value={price}
        onChange={setPrice}
      />
      <Select
        label={m.order_days()}
        value={String(days)}
        options={DAYS.map((count) => ({
          value: String(count),
          text: m.order_days_count({ count }),
        }))}
        onChange={({ currentTarget: { value } }) => setDays(Number(value))}
      />
      <TextArea
        label={m.order_note_label()}
        rows={3}
        maxLength={ORDER_NOTE_MAX}
        value={note}
        error={act.error ? explainRefusal(act.error) : undefined}
        onChange={({ currentTarget: { value } }) => setNote(value)}
      />
      <div className={styles.actions}>
        <Button
          variant="main"
          loading={act.isPending}
          disabled={!isPriceFine}
          onClick={() =>
            price !== null &&
            act.mutate({ action: 'offer', body: { price, days, note } }, { onSuccess: onClose })
          }
        >
          {m.order_offer()}
        </Button>
        <Button variant="line" onClick={onClose}>
          {m.cancel()}
        </Button>
      </div>
    </div>
  );
};
