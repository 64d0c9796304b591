// What groups of the receivers pay, beside the price for all.
import {
  BROADCAST_PRICES_MAX,
  PRICE_MAX_CENTAVOS,
  PRICE_MIN_CENTAVOS,
} from '@camarim/contract/limits';
import type { Centavos } from '@camarim/contract/money';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { formatMoney } from '../../../ui/display/formats.ts';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import {
  keyOf,
  type List,
  listsQuery,
  READY_PARTS,
  type SelectionPart,
  textOf,
} from '../../lists/index.ts';
import type { NewBroadcast } from './queries.ts';
import styles from './broadcasts.module.css';

export type GroupPriceDraft = { for: SelectionPart; price: Centavos | null };

/** Null while one of them lacks a price. */
export const pricesOf = (
  drafts: readonly GroupPriceDraft[],
): NonNullable<NewBroadcast['prices']> | null => {
  const priced = drafts.flatMap(({ for: group, price }) =>
    price === null || price < PRICE_MIN_CENTAVOS || price > PRICE_MAX_CENTAVOS
      ? []
      : { for: group, price },
  );
  return priced.length === drafts.length ? priced : null;
};

/** Places are not offered: what one fan pays would tell where they live. */
const offeredOf = (lists: readonly List[]): SelectionPart[] => [
  ...lists.flatMap(({ id, rule }) => (rule?.kind === 'place' ? [] : { kind: 'list' as const, id })),
  ...READY_PARTS.filter(({ kind }) => kind !== 'everyone'),
];

export const GroupPrices = ({
  drafts,
  onChange,
  tried,
}: {
  drafts: readonly GroupPriceDraft[];
  onChange: (drafts: GroupPriceDraft[]) => void;
  tried: boolean;
}) => {
  const { data: lists = [] } = useQuery(listsQuery());
  const taken = new Set(drafts.map((draft) => keyOf(draft.for)));
  const offered = offeredOf(lists);
  const free = offered.filter((part) => !taken.has(keyOf(part)));
  const set = (place: number, part: Partial<GroupPriceDraft>) =>
    onChange(drafts.map((draft, at) => (at === place ? { ...draft, ...part } : draft)));
  const [next] = free;
  return (
    <fieldset className={styles.prices}>
      <legend className="visually-hidden">{m.broadcast_prices()}</legend>
      {drafts.map((draft, place) => (
        <div key={keyOf(draft.for)} className={styles.groupPrice}>
          <Select
            label={m.broadcast_price_group()}
            value={keyOf(draft.for)}
            onChange={({ currentTarget: { value } }) => {
              const chosen = offered.find((part) => keyOf(part) === value);
              if (chosen) set(place, { for: chosen });
            }}
            options={[draft.for, ...free].map((part) => ({
              value: keyOf(part),
              text: textOf(part, lists),
            }))}
          />
          <CurrencyField
            label={m.broadcast_price_of()}
            value={draft.price}
            error={
              tried && pricesOf([draft]) === null
                ? m.broadcast_price_missing({
                    min: formatMoney(PRICE_MIN_CENTAVOS),
                    max: formatMoney(PRICE_MAX_CENTAVOS),
                  })
                : undefined
            }
            onChange={(price) => set(place, { price })}
          />
          <IconButton
            label={m.broadcast_price_remove()}
            icon={<X />}
            onClick={() => onChange(drafts.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      {drafts.length > 0 && <p className={styles.soft}>{m.broadcast_prices_hint()}</p>}
      {next && drafts.length < BROADCAST_PRICES_MAX && (
        <Button small onClick={() => onChange([...drafts, { for: next, price: null }])}>
          {m.broadcast_price_add()}
        </Button>
      )}
    </fieldset>
  );
};
