// An amount of BRL: digits fill it from the centavos up, as in Brazilian payment apps. Never negative, always two decimals.
import type { InputHTMLAttributes } from 'react';
import { type Centavos, centavos, formatBrl } from '@camarim/contract/money';
import { getLocale } from '../../paraglide/runtime.js';
import { classNames } from '../class-names.ts';
import { Field, type FieldTexts } from './Field.tsx';
import styles from './Field.module.css';

type Props = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'type'> & {
    /** Integer centavos; null while nothing is typed. */
    value: Centavos | null;
    onChange: (value: Centavos | null) => void;
  };

/** Longest amount that can be typed: R$ 9.999.999,99. */
const DIGITS_MAX = 9;

export const CurrencyField = ({ label, hint, error, labelHidden, value, onChange, placeholder, ...input }: Props) => {
  const locale = getLocale();
  return (
    <Field label={label} hint={hint} error={error} labelHidden={labelHidden}>
      {(wiring) => (
        <input
          {...input}
          {...wiring}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={placeholder ?? formatBrl(centavos(0), locale)}
          className={classNames(styles.input, styles.money)}
          value={value === null ? '' : formatBrl(value, locale)}
          onChange={(event) => {
            const digits = event.currentTarget.value.replaceAll(/\D/g, '').replace(/^0+/, '').slice(0, DIGITS_MAX);
            onChange(digits === '' ? null : centavos(Number(digits)));
          }}
        />
      )}
    </Field>
  );
};
