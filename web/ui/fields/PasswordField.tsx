// A password that can be looked at while it is typed.
import { type InputHTMLAttributes, useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { IconButton } from '../actions/IconButton.tsx';
import { classNames } from '../class-names.ts';
import { Field, type FieldTexts } from './Field.tsx';
import styles from './Field.module.css';

export const PasswordField = ({
  label,
  hint,
  error,
  labelHidden,
  ...input
}: FieldTexts & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) => {
  const [shown, setShown] = useState(false);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      labelHidden={labelHidden}
      autoFocus={input.autoFocus}
    >
      {(wiring) => (
        <div className={styles.box}>
          <input
            {...input}
            {...wiring}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(styles.input, styles.withButton)}
          />
          <IconButton
            className={styles.inside}
            label={shown ? m.password_hide() : m.password_show()}
            icon={shown ? <EyeOff /> : <Eye />}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
};
