// The account's second factors (authenticator app, recovery codes, passkeys): added, renewed and
// removed.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Smartphone } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { ApiError } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { TimeAgo } from '../../../ui/display/TimeAgo.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import styles from '../../../ui/layout/account.module.css';
import { type Factors, factorsQuery, StepUpCancelled, useFactorChanges } from './queries.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { TotpDialog } from './TotpDialog.tsx';

/**
 * A cancelled step-up and API errors are handled elsewhere; only a failure of the browser is shown
 * here.
 */
const showPasskeyError = (error: unknown): void => {
  if (error instanceof StepUpCancelled || error instanceof ApiError) return;
  showToast(m.passkey_failed(), 'error');
};

/** Default name of a passkey: the browser's platform. */
const browserName = (): string => {
  const { platform } = (navigator as { userAgentData?: { platform?: string } }).userAgentData ?? {};
  return platform || m.passkey_here();
};

export const SecondFactors = () => {
  const { data: factors } = useQuery(factorsQuery());
  return (
    <section className={styles.part}>
      <h2>{m.factors_title()}</h2>
      <p className={styles.intro}>{m.factors_text()}</p>
      {factors?.required && !factors.totp && factors.passkeys.length === 0 && (
        <p role="status" className={styles.problem}>
          {m.factors_required()}
        </p>
      )}
      {factors && (
        <ul className={styles.rows}>
          <TotpRow factors={factors} />
          {factors.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {factors && <AddPasskey />}
    </section>
  );
};

const AddPasskey = () => {
  const { addPasskey } = useFactorChanges();
  return (
    <Button
      variant="line"
      loading={addPasskey.isPending}
      onClick={() =>
        addPasskey.mutate(browserName(), {
          onError: showPasskeyError,
          onSuccess: () => showToast(m.passkey_added(), 'success'),
        })
      }
    >
      {m.passkey_add()}
    </Button>
  );
};

const TotpRow = ({ factors: { totp, recoveryCodes } }: { factors: Factors }) => {
  const { removeTotp, renewCodes } = useFactorChanges();
  const [open, setOpen] = useState<'setUp' | 'remove'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setOpen(undefined);
  return (
    <li className={styles.row}>
      <Smartphone aria-hidden />
      <div className={styles.rowText}>
        <b>{m.totp_title()}</b>
        <span>{totp ? m.totp_codes_left({ count: recoveryCodes }) : m.totp_text()}</span>
        {totp && (
          <div className={styles.buttons}>
            <Button
              small
              variant="line"
              loading={renewCodes.isPending}
              onClick={() => renewCodes.mutate(undefined, { onSuccess: setCodes })}
            >
              {m.totp_renew_codes()}
            </Button>
            <Button small variant="line" onClick={() => setOpen('remove')}>
              {m.totp_remove()}
            </Button>
          </div>
        )}
      </div>
      {totp ? (
        <Badge variant="leaf">{m.factor_on()}</Badge>
      ) : (
        <Button small variant="line" onClick={() => setOpen('setUp')}>
          {m.totp_set_up()}
        </Button>
      )}
      {open === 'setUp' && (
        <TotpDialog
          onClose={close}
          onCodes={(made) => {
            close();
            setCodes(made);
          }}
        />
      )}
      {open === 'remove' && (
        <ConfirmDialog
          title={m.totp_remove()}
          confirmLabel={m.totp_remove()}
          onClose={close}
          onConfirm={() => void removeTotp.mutate()}
        >
          {m.totp_remove_text()}
        </ConfirmDialog>
      )}
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </li>
  );
};

const PasskeyRow = ({
  passkey: { id, name, createdAt, lastUsedAt },
}: {
  passkey: Factors['passkeys'][number];
}) => {
  const { removePasskey } = useFactorChanges();
  return (
    <li className={styles.row}>
      <Fingerprint aria-hidden />
      <div className={styles.rowText}>
        <b>{m.passkey_title({ name })}</b>
        <span>
          <TimeAgo at={lastUsedAt ?? createdAt} />
        </span>
      </div>
      <Button
        small
        variant="line"
        loading={removePasskey.isPending}
        aria-label={m.passkey_remove_one({ name })}
        onClick={() => removePasskey.mutate(id)}
      >
        {m.totp_remove()}
      </Button>
    </li>
  );
};
