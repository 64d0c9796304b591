// Completes an account that was started with an identity provider: name, user name, and an email
// address where the provider gave none.
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { EmailField } from '../../../ui/fields/person-fields.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import styles from '../../../ui/layout/account.module.css';
import { Agreement, checkNames, NameFields } from '../NewAccountFields.tsx';
import { email, required } from '../../../ui/fields/rules.ts';
import { registerByIdentity, type RegistrationOffer } from './queries.ts';
import social from './social.module.css';

type Props = {
  offer: RegistrationOffer;
  onDone: (made: Awaited<ReturnType<typeof registerByIdentity>>) => void;
};

export const IdentityForm = ({
  offer: { ticket, name, email: known, emailVerified, addressHeld },
  onDone,
}: Props) => {
  const { form, errors, problem, submitting } = useForm({
    names: ['name', 'username', 'email'] as const,
    check: (values) => ({
      ...(!emailVerified && {
        ...email('email', values.email),
        ...required('email', values.email),
      }),
      ...checkNames(values),
    }),
    submit: async (values) =>
      onDone(
        await registerByIdentity({
          ticket,
          name: values.name,
          username: values.username,
          ...(!emailVerified && { email: values.email }),
        }),
      ),
    explain: explainRefusal,
  });
  return (
    <>
      {addressHeld && (
        <p className={social.notice}>{m.social_address_held({ email: known ?? '' })}</p>
      )}
      <form {...form} className={styles.form}>
        <NameFields errors={errors} suggested={name} />
        {emailVerified ? (
          <p className={styles.intro}>{m.social_email_known({ email: known ?? '' })}</p>
        ) : (
          <EmailField
            name="email"
            label={m.register_email()}
            hint={m.social_email_hint()}
            required
            defaultValue={known ?? ''}
            error={errors.email}
          />
        )}
        <Agreement />
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
        <Button type="submit" variant="main" fullWidth loading={submitting}>
          {m.register_submit()}
        </Button>
      </form>
    </>
  );
};
