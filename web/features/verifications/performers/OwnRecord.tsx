// What a person signed: scopes that they grant or withdraw, the media with them, and the entries of
// the ledger.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { OwnMedias } from './OwnMedias.tsx';
import styles from './performers.module.css';
import {
  type ConsentChange,
  type PerformerRequest,
  signedConsents,
  useChangeConsent,
} from './queries.ts';
import { scopeName } from './scopes.ts';

type Scope = PerformerRequest['scopes'][number];

const stateName = (state: Scope['state']): string =>
  ({
    granted: m.consent_state_granted,
    open: m.consent_state_open,
    withdrawn: m.consent_state_withdrawn,
  })[state]();

const ScopeRow = ({
  scope: { scope, state },
  onChange,
}: {
  scope: Scope;
  /** Null: the record has ended. */
  onChange: ((change: ConsentChange) => void) | null;
}) => (
  <li className={styles.scope}>
    <span>{scopeName(scope)}</span>
    <Badge variant={state === 'granted' ? 'leaf' : 'plain'}>{stateName(state)}</Badge>
    {onChange && state !== 'withdrawn' && (
      <Button
        small
        variant="line"
        aria-label={
          state === 'granted'
            ? m.consent_withdraw_label({ scope: scopeName(scope) })
            : m.consent_grant_label({ scope: scopeName(scope) })
        }
        onClick={() =>
          onChange({ kind: state === 'granted' ? 'withdraw' : 'grant', scopes: [scope] })
        }
      >
        {state === 'granted' ? m.consent_withdraw() : m.consent_grant()}
      </Button>
    )}
  </li>
);

const entryText = ({ act, scope, mediaId }: PerformerRequest['entries'][number]): string => {
  if (scope === null) return m.consent_entry_refusal();
  if (act === 'grant') return m.consent_entry_grant({ scope: scopeName(scope) });
  return mediaId === null
    ? m.consent_entry_withdrawal({ scope: scopeName(scope) })
    : m.consent_entry_media({ scope: scopeName(scope) });
};

/**
 * The link of the page is no address that a file could be fetched from, so that the page makes it.
 */
const save = async (token: string) => {
  const url = URL.createObjectURL(
    new Blob([await signedConsents(token)], { type: 'application/x-ndjson' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = 'camarim-consents.ndjson';
  link.click();
  URL.revokeObjectURL(url);
};

const SignedFile = ({ token }: { token: string }) => {
  const file = useMutation({ mutationFn: save });
  return (
    <section className={styles.part}>
      <h2>{m.consent_file_title()}</h2>
      <p>
        {m.consent_file_text()}{' '}
        <a className={styles.link} href="/api/publics/performers/verifier" download>
          {m.consent_verifier()}
        </a>
      </p>
      <Button variant="line" loading={file.isPending} onClick={() => file.mutate(token)}>
        <Download aria-hidden /> {m.consent_file()}
      </Button>
    </section>
  );
};

const Entries = ({ entries }: Pick<PerformerRequest, 'entries'>) => (
  <details className={styles.part}>
    <summary>{m.consent_entries_title({ count: entries.length })}</summary>
    <ul className={styles.entries}>
      {entries.map((entry, index) => (
        <li key={index}>
          <time dateTime={entry.signedAt}>{formatMoment(entry.signedAt)}</time> · {entryText(entry)}{' '}
          <span className={styles.soft}>
            {m.consent_entry_version({ version: entry.textVersion })}
          </span>
        </li>
      ))}
    </ul>
  </details>
);

export const OwnRecord = ({ request, token }: { request: PerformerRequest; token: string }) => {
  const { producer, stageName, medias, consent, can } = request;
  const [change, setChange] = useState<ConsentChange>();
  const apply = useChangeConsent(token);
  const name = producer.exibitionName;
  const active = can.includes('withdraw');
  return (
    <>
      <p>
        {consent === 'withdrawn'
          ? m.consent_ended({ stage: stageName, name, domain: producer.domainName })
          : m.consent_given({ stage: stageName, name, domain: producer.domainName })}
      </p>
      <section className={styles.part}>
        <h2>{m.consent_allowed_title()}</h2>
        <ul className={styles.scopes}>
          {request.scopes.map((scope) => (
            <ScopeRow key={scope.scope} scope={scope} onChange={active ? setChange : null} />
          ))}
        </ul>
      </section>
      <section className={styles.part}>
        <h2>{m.consent_medias_title({ count: medias })}</h2>
        <OwnMedias token={token} onWithdraw={active ? setChange : null} />
      </section>
      <Entries entries={request.entries} />
      <SignedFile token={token} />
      {active && (
        <section className={styles.part}>
          <p>{m.performer_withdraw_text({ name })}</p>
          <Button variant="line" fullWidth onClick={() => setChange({ kind: 'withdraw' })}>
            {m.performer_withdraw()}
          </Button>
        </section>
      )}
      {change && (
        <ConfirmDialog
          title={change.kind === 'grant' ? m.consent_grant_title() : m.consent_withdraw_title()}
          confirmLabel={change.kind === 'grant' ? m.consent_grant() : m.consent_withdraw()}
          onClose={() => setChange(undefined)}
          onConfirm={async () => {
            await apply.mutateAsync(change);
          }}
        >
          {change.kind === 'grant' ? m.consent_grant_text({ name }) : m.consent_withdraw_text()}
        </ConfirmDialog>
      )}
    </>
  );
};
