// The rest of a new account that another house vouches for: how its person is called here, and an address where none is known.
import { useState } from 'react';
import { DISPLAY_NAME_MAX, DOMAIN_NAME_MAX, DOMAIN_NAME_MIN, EMAIL_MAX } from '@camarim/contract/limits';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../shell/api/errors.ts';
import { useSession } from '../../../shell/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import styles from '../auth.module.css';
import { email, length, nickname, required } from '../rules.ts';
import { registerByIdentity, type RegistrationOffer } from './queries.ts';
import social from './social.module.css';

type Props = { offer: RegistrationOffer; onDone: (made: Awaited<ReturnType<typeof registerByIdentity>>) => void };

export const IdentityForm = ({ offer: { ticket, name, email: known, emailVerified, addressHeld }, onDone }: Props) => {
  const { publicUrl } = useSession();
  const [username, setUsername] = useState('');
  const { form, errors, problem, busy } = useForm({
    names: ['name', 'username', 'email'] as const,
    check: (values) => ({
      ...(!emailVerified && { ...email('email', values.email), ...required('email', values.email) }),
      ...nickname('username', values.username),
      ...length('username', values.username, DOMAIN_NAME_MIN, DOMAIN_NAME_MAX),
      ...required('name', values.name),
      ...required('username', values.username),
    }),
    submit: async (values) => onDone(await registerByIdentity({ ticket, name: values.name, username: values.username, ...(!emailVerified && { email: values.email }) })),
    explain: explainRefusal,
  });
  const address = `${publicUrl.replace(/^https?:\/\//, '')}/${username.trim().toLowerCase() || '…'}`;
  return (
    <>
      {addressHeld && <p className={social.notice}>{m.social_address_held({ email: known ?? '' })}</p>}
      <form {...form} className={styles.form}>
        <TextField name="name" label={m.register_name()} hint={m.register_name_hint()} autoComplete="name" maxLength={DISPLAY_NAME_MAX} required autoFocus defaultValue={name.slice(0, DISPLAY_NAME_MAX)} error={errors.name} />
        <TextField
          name="username"
          label={m.register_username()}
          hint={m.register_username_hint({ address })}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={DOMAIN_NAME_MAX}
          required
          error={errors.username}
          onChange={({ currentTarget: { value } }) => setUsername(value)}
        />
        {emailVerified ? (
          <p className={styles.intro}>{m.social_email_known({ email: known ?? '' })}</p>
        ) : (
          <TextField name="email" type="email" label={m.register_email()} hint={m.social_email_hint()} autoComplete="email" maxLength={EMAIL_MAX} required defaultValue={known ?? ''} error={errors.email} />
        )}
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
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <Button type="submit" look="main" wide busy={busy}>
          {m.register_submit()}
        </Button>
      </form>
    </>
  );
};
