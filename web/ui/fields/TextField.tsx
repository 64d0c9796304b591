// One line of text, or several.
import type { InputHTMLAttributes, Ref, TextareaHTMLAttributes } from 'react';
import { Field, type FieldTexts } from './Field.tsx';
import styles from './Field.module.css';

export const TextField = ({
  label,
  hint,
  error,
  labelHidden,
  ...input
}: FieldTexts & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }) => (
  <Field
    label={label}
    hint={hint}
    error={error}
    labelHidden={labelHidden}
    autoFocus={input.autoFocus}
  >
    {(wiring) => <input {...input} {...wiring} className={styles.input} />}
  </Field>
);

export const TextArea = ({
  label,
  hint,
  error,
  labelHidden,
  ...input
}: FieldTexts &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) => (
  <Field
    label={label}
    hint={hint}
    error={error}
    labelHidden={labelHidden}
    autoFocus={input.autoFocus}
  >
    {(wiring) => <textarea {...input} {...wiring} className={styles.input} />}
  </Field>
);
