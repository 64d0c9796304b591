// Asks for one proof (password, code or passkey), for the second step of log-in and for step-up.
import { useState } from 'react';
import { Fingerprint } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button, ButtonLink } from '../../../ui/actions/Button.tsx';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import styles from '../../../ui/layout/account.module.css';
import { required } from '../../../ui/fields/rules.ts';
import { answerCeremony, type SecondFactorProof, type SecondStepOffer } from './queries.ts';

type Props = {
  offer: Pick<SecondStepOffer, 'methods' | 'passkey'>;
  onProof: (proof: SecondFactorProof & { password?: string }) => Promise<void>;
  /** A passkey challenge was used; it is valid once. */
  onSpent: () => void;
};

export const ProofForm = ({ offer: { methods, passkey }, onProof, onSpent }: Props) => {
  const [failed, setFailed] = useState<string>();
  const [asking, setAsking] = useState(false);
  const byPassword = methods.includes('password');
  // Named as in the API, whose refusal of a wrong password then stands beside the field.
  const name = byPassword ? 'password' : 'code';
  const { form, errors, problem, submitting } = useForm({
    names: ['password', 'code'] as const,
    check: (values) => required(name, values[name]),
    submit: ({ password, code }) => onProof(byPassword ? { password } : { code: code.trim() }),
    explain: explainRefusal,
  });

  const askPasskey = async () => {
    if (!passkey) return;
    setAsking(true);
    setFailed(undefined);
    try {
      await onProof({ passkey: await answerCeremony(passkey) });
    } catch (error) {
      setFailed(explainRefusal(error) ?? m.passkey_failed());
      onSpent();
    } finally {
      setAsking(false);
    }
  };

  return (
    <div className={styles.form}>
      {passkey && (
        <Button variant="main" fullWidth loading={asking} onClick={() => void askPasskey()}>
          <Fingerprint aria-hidden /> {m.passkey_use()}
        </Button>
      )}
      {methods.includes('setPassword') && (
        <>
          <p className={styles.intro}>{m.step_up_no_password()}</p>
          <ButtonLink variant="main" fullWidth to="/account/forgot">
            {m.step_up_set_password()}
          </ButtonLink>
        </>
      )}
      {(byPassword || methods.includes('code')) && (
        <form {...form} className={styles.form}>
          {byPassword ? (
            <PasswordField
              name={name}
              label={m.password_current()}
              autoComplete="current-password"
              required
              autoFocus
              error={errors[name]}
            />
          ) : (
            <TextField
              name={name}
              label={m.code_label()}
              hint={m.code_hint()}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              required
              autoFocus={!passkey}
              error={errors[name]}
            />
          )}
          <Button type="submit" variant={passkey ? 'line' : 'main'} fullWidth loading={submitting}>
            {m.confirm_submit()}
          </Button>
        </form>
      )}
      <p role="alert" className={styles.problem}>
        {failed ?? problem}
      </p>
    </div>
  );
};
