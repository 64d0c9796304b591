// One line of text, or several.
import {
  type InputHTMLAttributes,
  type Ref,
  type TextareaHTMLAttributes,
  useEffect,
  useRef,
} from 'react';
import { Field, type FieldTexts } from './Field.tsx';
import styles from './Field.module.css';

type InputProps = InputHTMLAttributes<HTMLInputElement>;

/**
 * WebKit shows the present day in an empty date field, as if it were chosen. The style sheet hides
 * it by this mark, which follows the value, also one set by code.
 */
const DateInput = (input: InputProps) => {
  const field = useRef<HTMLInputElement>(null);
  const mark = () => field.current?.toggleAttribute('data-empty', field.current.value === '');
  useEffect(() => void mark());
  return (
    <input
      {...input}
      ref={field}
      onInput={mark}
      onFocus={(event) => {
        mark();
        input.onFocus?.(event);
      }}
    />
  );
};

const isDate = (type: string | undefined): boolean => type === 'date' || type === 'datetime-local';

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
    {(wiring) => {
      const props = { ...input, ...wiring, className: styles.input };
      return isDate(input.type) ? <DateInput {...props} /> : <input {...props} />;
    }}
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
