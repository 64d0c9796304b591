// A box to tick, with its sentence.
import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import styles from './Field.module.css';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  error?: string | undefined;
};

export const Checkbox = ({ label, error, ...input }: Props) => {
  const id = useId();
  return (
    <div>
      <label className={styles.check}>
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : input['aria-describedby']}
        />
        <span className={styles.checkText}>{label}</span>
      </label>
      {error && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
};
