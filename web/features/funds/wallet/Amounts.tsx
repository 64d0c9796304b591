// The amount of a top-up: the offered amounts as buttons, and a field for any other.
import {
  TOP_UP_AMOUNTS_CENTAVOS,
  TOP_UP_DEFAULT_CENTAVOS,
  TOP_UP_MIN_CENTAVOS,
} from '@camarim/contract/limits';
import { type Centavos, centavos } from '@camarim/contract/money';
import { m } from '../../../paraglide/messages.js';
import { formatMoney } from '../../../ui/display/formats.ts';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import styles from './WalletDialog.module.css';

/** `typed` is an amount of the field; null while it is empty. */
export type Amount = { value: Centavos | null; typed: boolean };

const isOffered = (value: number): boolean =>
  TOP_UP_AMOUNTS_CENTAVOS.some((amount) => amount === value);

export const isPossible = (value: Centavos | null, max: number): value is Centavos =>
  value !== null && value >= TOP_UP_MIN_CENTAVOS && value <= max;

/** What is wrong with an amount that is not possible. */
const amountProblem = (value: Centavos | null, max: number): string | undefined => {
  if (value === null) return m.validate_required();
  if (value < TOP_UP_MIN_CENTAVOS)
    return m.wallet_amount_min({ min: formatMoney(TOP_UP_MIN_CENTAVOS) });
  return value > max ? m.wallet_amount_max({ max: formatMoney(max) }) : undefined;
};

/** `suggested`, or the default where it can't be topped up at once. */
export const firstAmount = (suggested: number | undefined, max: number): Amount => {
  const value = centavos(suggested ?? TOP_UP_DEFAULT_CENTAVOS);
  return isPossible(value, max)
    ? { value, typed: !isOffered(value) }
    : { value: centavos(TOP_UP_DEFAULT_CENTAVOS), typed: false };
};

/** The smallest top-up that pays for what is missing; null where one is not enough. */
const leastFor = (missing: number, max: number): Centavos | null => {
  const least = centavos(Math.max(missing, TOP_UP_MIN_CENTAVOS));
  return missing > 0 && isPossible(least, max) ? least : null;
};

/** "R$ 50": all offered amounts are whole reais. */
const reais = (amount: number): string => formatMoney(amount).replace(/[.,]00$/, '');

type Props = {
  amount: Amount;
  /** What the purchase needs beyond the balance; 0 without a purchase. */
  missing: number;
  /** The most that one top-up may be, in centavos. */
  max: number;
  /** The amount was to be paid, or its field was left. */
  checked: boolean;
  onAmount: (amount: Amount) => void;
  /** The field of a typed amount is left. */
  onLeave: () => void;
};

/** The name of the field of a typed amount, for the form to focus. */
export const TYPED_AMOUNT = 'typedAmount';

export const Amounts = ({ amount, missing, max, checked, onAmount, onLeave }: Props) => (
  <fieldset>
    <legend className={styles.legend}>{m.wallet_amount()}</legend>
    <div className={styles.amounts}>
      {TOP_UP_AMOUNTS_CENTAVOS.map((value) => (
        <label key={value} className={styles.amount}>
          <input
            type="radio"
            name="amount"
            value={value}
            checked={!amount.typed && value === amount.value}
            onChange={() => onAmount({ value: centavos(value), typed: false })}
            className="visually-hidden"
          />
          <span>{reais(value)}</span>
        </label>
      ))}
      <label className={styles.amount}>
        <input
          type="radio"
          name="amount"
          value="other"
          checked={amount.typed}
          onChange={() => onAmount({ value: leastFor(missing, max), typed: true })}
          className="visually-hidden"
        />
        <span>{m.wallet_amount_other()}</span>
      </label>
    </div>
    {amount.typed && (
      <div className={styles.typed}>
        <CurrencyField
          name={TYPED_AMOUNT}
          label={m.wallet_amount_typed()}
          hint={m.wallet_amount_range({
            min: formatMoney(TOP_UP_MIN_CENTAVOS),
            max: formatMoney(max),
          })}
          value={amount.value}
          // Above the limit more digits mend nothing, so that it is said while one types.
          error={
            checked || (amount.value ?? 0) > max ? amountProblem(amount.value, max) : undefined
          }
          onChange={(value) => onAmount({ value, typed: true })}
          onBlur={onLeave}
        />
      </div>
    )}
  </fieldset>
);
