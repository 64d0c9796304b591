// Social log-in: one button for each identity provider that the operator has configured.
import { useEffect, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { explainRefusal } from '../../../client/api/errors.ts';
import { afterLogIn, storeReturn } from '../../../client/session/return-address.ts';
import { useSession } from '../../../client/session/session.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { LoadingOverlay } from '../../../ui/overlays/LoadingOverlay.tsx';
import styles from '../../../ui/layout/account.module.css';
import { ProviderMark } from './ProviderMark.tsx';
import { startSocialLogIn, type Provider, PROVIDER_TITLES } from './queries.ts';
import social from './social.module.css';

export const SocialButtons = () => {
  const { identities } = useSession();
  const [leaving, setLeaving] = useState<Provider>();
  const [problem, setProblem] = useState<string>();

  // The Back button of the browser may restore the page from its cache, loading overlay included.
  useEffect(() => {
    const show = () => setLeaving(undefined);
    window.addEventListener('pageshow', show);
    return () => window.removeEventListener('pageshow', show);
  }, []);

  if (identities.length === 0) return null;
  const leave = async (provider: Provider) => {
    setProblem(undefined);
    setLeaving(provider);
    try {
      storeReturn(afterLogIn(window.location));
      await startSocialLogIn(provider);
    } catch (error) {
      setLeaving(undefined);
      setProblem(explainRefusal(error));
    }
  };
  return (
    <div className={social.choices}>
      <p className={social.or}>{m.social_or()}</p>
      {identities.map((provider) => (
        <Button key={provider} variant="line" fullWidth onClick={() => void leave(provider)}>
          <ProviderMark provider={provider} />{' '}
          {m.social_continue({ provider: PROVIDER_TITLES[provider] })}
        </Button>
      ))}
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      {leaving && (
        <LoadingOverlay text={m.social_leaving({ provider: PROVIDER_TITLES[leaving] })} />
      )}
    </div>
  );
};
