// One choice of a list: the platform's own control.
import type { SelectHTMLAttributes } from 'react';
import { ChevronDown } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { Field, type FieldTexts } from './Field.tsx';
import styles from './Field.module.css';

type Props = FieldTexts &
  SelectHTMLAttributes<HTMLSelectElement> & { options: readonly { value: string; text: string }[] };

export const Select = ({ label, hint, error, labelHidden, options, ...select }: Props) => (
  <Field
    label={label}
    hint={hint}
    error={error}
    labelHidden={labelHidden}
    autoFocus={select.autoFocus}
  >
    {(wiring) => (
      <div className={styles.box}>
        <select {...select} {...wiring} className={classNames(styles.input, styles.select)}>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className={styles.chevron} />
      </div>
    )}
  </Field>
);
