// Fields that every new account needs, by password or by identity provider: name, user name and
// consent.
import { useState } from 'react';
import { DISPLAY_NAME_MAX, DOMAIN_NAME_MAX, DOMAIN_NAME_MIN } from '@camarim/contract/limits';
import { m } from '../../paraglide/messages.js';
import { useSession } from '../../client/session/session.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { FieldErrors } from '../../ui/fields/use-form.ts';
import styles from '../../ui/layout/account.module.css';
import { length, nickname, required } from '../../ui/fields/rules.ts';

type NameField = 'name' | 'username';

export const checkUsername = (username: string): FieldErrors<'username'> => ({
  ...nickname('username', username),
  ...length('username', username, DOMAIN_NAME_MIN, DOMAIN_NAME_MAX),
  ...required('username', username),
});

export const checkNames = ({
  name,
  username,
}: Record<NameField, string>): FieldErrors<NameField> => ({
  ...checkUsername(username),
  ...required('name', name),
});

export const UsernameField = ({
  error,
  autoFocus = false,
}: {
  error: string | undefined;
  autoFocus?: boolean;
}) => {
  const { publicUrl } = useSession();
  const [username, setUsername] = useState('');
  const address = `${publicUrl.replace(/^https?:\/\//, '')}/${isPossibleName(username) ? username.trim().toLowerCase() : '…'}`;
  return (
    <TextField
      name="username"
      label={m.register_username()}
      hint={m.register_username_hint({ address })}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={DOMAIN_NAME_MAX}
      required
      autoFocus={autoFocus}
      error={error}
      onChange={({ currentTarget: { value } }) => setUsername(value)}
    />
  );
};

export const NameFields = ({
  errors,
  suggested = '',
}: {
  errors: FieldErrors<NameField>;
  suggested?: string;
}) => (
  <>
    <TextField
      name="name"
      label={m.register_name()}
      hint={m.register_name_hint()}
      autoComplete="name"
      maxLength={DISPLAY_NAME_MAX}
      required
      autoFocus
      defaultValue={suggested.slice(0, DISPLAY_NAME_MAX)}
      error={errors.name}
    />
    <UsernameField error={errors.username} />
  </>
);

export const Agreement = () => (
  <p className={styles.agree}>
    {m.register_agree()}{' '}
    <a href="/account/terms" target="_blank" rel="noopener noreferrer" className={styles.strong}>
      {m.terms()}
    </a>
    {', '}
    <a href="/account/privacy" target="_blank" rel="noopener noreferrer" className={styles.strong}>
      {m.privacy()}
    </a>
  </p>
);

/** An address is previewed only where a page could have it: no blank, for example. */
const isPossibleName = (username: string): boolean => /^[\w.-]+$/.test(username.trim());
