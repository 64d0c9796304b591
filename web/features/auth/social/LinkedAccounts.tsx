// Identity providers of the account: linked and unlinked in the settings. Renders nothing when the
// operator configured none.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { LoadingOverlay } from '../../../ui/overlays/LoadingOverlay.tsx';
import styles from '../../../ui/layout/account.module.css';
import { StepUpCancelled } from '../second-factor/queries.ts';
import { ProviderMark } from './ProviderMark.tsx';
import {
  identitiesQuery,
  startSocialLogIn,
  type LinkedIdentity,
  type Provider,
  PROVIDER_TITLES,
  useUnlink,
} from './queries.ts';

export const LinkedAccounts = () => {
  const { data } = useQuery(identitiesQuery());
  const [leaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  if (!data || (data.offered.length === 0 && data.linked.length === 0)) return null;
  const providers = [
    ...new Set<Provider>([...data.offered, ...data.linked.map(({ provider }) => provider)]),
  ];
  const link = async (provider: Provider) => {
    setProblem(undefined);
    setLeaving(true);
    try {
      await startSocialLogIn(provider, true);
    } catch (error) {
      setLeaving(false);
      if (!(error instanceof StepUpCancelled)) setProblem(explainRefusal(error));
    }
  };
  return (
    <section className={styles.part}>
      <h2>{m.linked_title()}</h2>
      <p className={styles.intro}>{m.linked_text()}</p>
      <ul className={styles.rows}>
        {providers.map((provider) => (
          <Row
            key={provider}
            provider={provider}
            linked={data.linked.find((one) => one.provider === provider)}
            onLink={() => void link(provider)}
          />
        ))}
      </ul>
      {!data.password && <p className={styles.intro}>{m.linked_no_password()}</p>}
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      {leaving && <LoadingOverlay text={m.social_wait()} />}
    </section>
  );
};

const Row = ({
  provider,
  linked,
  onLink,
}: {
  provider: Provider;
  linked: LinkedIdentity | undefined;
  onLink: () => void;
}) => {
  const unlink = useUnlink();
  const [asking, setAsking] = useState(false);
  const title = PROVIDER_TITLES[provider];
  return (
    <li className={styles.row}>
      <ProviderMark provider={provider} />
      <div className={styles.rowText}>
        <b>{title}</b>
        <span>{linked ? m.linked_as({ name: linked.name || title }) : m.linked_not()}</span>
      </div>
      {linked ? (
        <Button
          small
          variant="line"
          loading={unlink.isPending}
          aria-label={m.linked_remove_one({ provider: title })}
          onClick={() => setAsking(true)}
        >
          {m.linked_remove()}
        </Button>
      ) : (
        <Button
          small
          variant="line"
          aria-label={m.linked_add_one({ provider: title })}
          onClick={onLink}
        >
          {m.linked_add()}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={m.linked_remove_one({ provider: title })}
          confirmLabel={m.linked_remove()}
          onClose={() => setAsking(false)}
          onConfirm={() => unlink.mutate(provider)}
        >
          {m.linked_remove_text({ provider: title })}
        </ConfirmDialog>
      )}
    </li>
  );
};
