// A new password, with its repetition where it replaces another: fields and rules of registration,
// change and reset.
import { PASSWORD_MAX, PASSWORD_MIN } from '@camarim/contract/limits';
import { m } from '../../paraglide/messages.js';
import { PasswordField } from '../../ui/fields/PasswordField.tsx';
import { equal, length, required } from '../../ui/fields/rules.ts';
import type { FieldErrors } from '../../ui/fields/use-form.ts';

/** `name`: the field of the password; its repetition is always `passwordConfirm`. */
export const checkNewPassword = <Name extends string>(
  name: Name,
  values: Record<Name | 'passwordConfirm', string>,
) => ({
  ...equal('passwordConfirm', values.passwordConfirm, values[name], m.validate_password_mismatch()),
  ...length(name, values[name], PASSWORD_MIN, PASSWORD_MAX),
  ...required('passwordConfirm', values.passwordConfirm),
  ...required(name, values[name]),
});

/** Registration asks for it once: the field shows what was typed. */
export const checkPasswordOnce = (password: string): FieldErrors<'password'> => ({
  ...length('password', password, PASSWORD_MIN, PASSWORD_MAX),
  ...required('password', password),
});

type OnceProps<Name extends string> = { name: Name; label: string; error: string | undefined };

export const NewPasswordField = <Name extends string>({ name, label, error }: OnceProps<Name>) => (
  <PasswordField
    name={name}
    label={label}
    hint={m.register_password_hint({ min: PASSWORD_MIN })}
    autoComplete="new-password"
    maxLength={PASSWORD_MAX}
    required
    error={error}
  />
);

export const NewPasswordFields = <Name extends string>({
  name,
  label = m.password_new(),
  errors,
}: {
  name: Name;
  label?: string;
  errors: FieldErrors<Name | 'passwordConfirm'>;
}) => (
  <>
    <NewPasswordField name={name} label={label} error={errors[name]} />
    <PasswordField
      name="passwordConfirm"
      label={m.register_password_confirm()}
      autoComplete="new-password"
      maxLength={PASSWORD_MAX}
      required
      error={errors.passwordConfirm}
    />
  </>
);
