// An amount of BRL: digits fill it from the right, as on a card terminal, wherever the person
// pressed. Never negative.
import type { InputHTMLAttributes } from 'react';
import { type Centavos, centavos, formatBrl, formatWholeBrl } from '@camarim/contract/money';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { classNames } from '../class-names.ts';
import { Field, type FieldTexts } from './Field.tsx';
import styles from './Field.module.css';

type Props = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> & {
    /** Integer centavos; null while nothing is typed. */
    value: Centavos | null;
    onChange: (value: Centavos | null) => void;
    /** Digits are reais, without centavos: for amounts that are set for a long time. */
    whole?: boolean;
  };

/** Below this much, someone may take the typed digits for reais. */
const CENTAVOS_SAID_BELOW = 100;

/** Longest amount that can be typed: R$ 9.999.999,99. */
const DIGITS_MAX = { centavos: 9, reais: 7 };

/**
 * A caret in the middle would put the next digit in front of others: R$ 12,00 would become R$
 * 512,00. Selections stay.
 */
const caretToEnd = (input: HTMLInputElement): void => {
  const end = input.value.length;
  if (input.selectionStart === input.selectionEnd && input.selectionEnd !== end)
    input.setSelectionRange(end, end);
};

/**
 * What was typed, in centavos. `previous` had centavos that a field of whole reais does not keep.
 */
const amountOf = (text: string, whole: boolean, previous: Centavos | null): Centavos | null => {
  const typed = text.replaceAll(/\D/g, '');
  const digits = (whole && previous !== null && previous % 100 !== 0 ? typed.slice(-1) : typed)
    .replace(/^0+(?=\d)/, '')
    .slice(0, whole ? DIGITS_MAX.reais : DIGITS_MAX.centavos);
  if (digits === '' || (!whole && Number(digits) === 0)) return null;
  return centavos(Number(digits) * (whole ? 100 : 1));
};

export const CurrencyField = ({
  label,
  hint,
  error,
  labelHidden,
  value,
  onChange,
  placeholder,
  whole = false,
  ...input
}: Props) => {
  const locale = getLocale();
  const format = whole && (value ?? 0) % 100 === 0 ? formatWholeBrl : formatBrl;
  const inCentavos = !whole && value !== null && value < CENTAVOS_SAID_BELOW;
  const meant = inCentavos ? centavos(value * 100) : null;
  const shownHint =
    meant === null || error !== undefined ? (
      hint
    ) : (
      <>
        {hint} {m.field_money_centavos({ amount: formatBrl(meant, locale), digits: String(meant) })}
      </>
    );
  return (
    <Field label={label} hint={shownHint} error={error} labelHidden={labelHidden}>
      {(wiring) => (
        <input
          {...input}
          {...wiring}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={placeholder ?? format(centavos(0), locale)}
          className={classNames(styles.input, styles.money)}
          value={value === null ? '' : format(value, locale)}
          onSelect={(event) => caretToEnd(event.currentTarget)}
          onChange={(event) => onChange(amountOf(event.currentTarget.value, whole, value))}
        />
      )}
    </Field>
  );
};
