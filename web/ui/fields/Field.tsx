// What every form field has: a label, a hint, what is wrong beside it, and the wiring that tells
// screen readers so.
import { type ReactNode, useId } from 'react';
import { CircleAlert } from 'lucide-react';
import { classNames } from '../class-names.ts';
import styles from './Field.module.css';

export type FieldTexts = {
  label: string;
  /** Stays visible under the field. */
  hint?: ReactNode;
  /** What is wrong, in the reader's language; undefined when nothing is. */
  error?: string | undefined;
  /** The label is for screen readers only. */
  labelHidden?: boolean;
  autoFocus?: boolean | undefined;
};

/**
 * Attributes for the control inside. `data-first` asks a dialog for the focus when it opens
 * (Modal).
 */
export type ControlAttributes = {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'data-first': true | undefined;
};

export const Field = ({
  label,
  hint,
  error,
  labelHidden = false,
  autoFocus = false,
  children,
}: FieldTexts & { children: (wiring: ControlAttributes) => ReactNode }) => {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classNames(styles.field, error && styles.wrong)}>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
        'data-first': autoFocus || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <CircleAlert aria-hidden />
          {error}
        </p>
      )}
    </div>
  );
};
