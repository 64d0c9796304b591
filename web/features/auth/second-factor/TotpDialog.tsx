// Sets up an authenticator app: shows the secret as a QR code and as text, and confirms it with one
// code.
import { useQuery } from '@tanstack/react-query';
import { renderSVG } from 'uqr';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { CopyButton } from '../../../ui/actions/CopyButton.tsx';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useForm } from '../../../ui/fields/use-form.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import styles from '../../../ui/layout/account.module.css';
import { required } from '../../../ui/fields/rules.ts';
import { startTotpSetup, useFactorChanges } from './queries.ts';

type Props = { onCodes: (codes: readonly string[]) => void; onClose: () => void };

export const TotpDialog = ({ onCodes, onClose }: Props) => {
  const { data, isError } = useQuery({
    queryKey: ['auth', 'totp'],
    queryFn: startTotpSetup,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { confirmTotp } = useFactorChanges();
  const { form, errors, problem, submitting } = useForm({
    names: ['code'] as const,
    check: ({ code }) => required('code', code),
    submit: async ({ code }) => onCodes(await confirmTotp.mutateAsync(code.trim())),
    explain: explainRefusal,
  });
  // The step-up was cancelled or failed; the error is shown by the step-up dialog.
  if (isError) return null;
  return (
    <Dialog title={m.totp_title()} onClose={onClose}>
      {!data && <Spinner />}
      {data && (
        <div className={styles.setUp}>
          <p className={styles.intro}>{m.totp_scan()}</p>
          <img
            className={styles.qr}
            alt={m.totp_qr()}
            src={`data:image/svg+xml,${encodeURIComponent(renderSVG(data.uri, { border: 4 }))}`}
          />
          <p className={styles.secret}>{data.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
          <div className={styles.transfer}>
            <a href={data.uri} className={styles.strong}>
              {m.totp_open()}
            </a>
            <CopyButton text={data.secret} label={m.totp_copy()} />
          </div>
          <form {...form} className={styles.form}>
            <TextField
              name="code"
              label={m.totp_code()}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              required
              error={errors.code}
            />
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
            <Button type="submit" variant="main" fullWidth loading={submitting}>
              {m.totp_turn_on()}
            </Button>
          </form>
        </div>
      )}
    </Dialog>
  );
};
