// The ways to prove one's age that the place accepts, each with what it lets others learn.
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { AgeOffer } from '@camarim/contract/features/verifications/age';
import { explainRefusal } from '../../../client/api/errors.ts';
import { returnAddress, storeReturn } from '../../../client/session/return-address.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import styles from './age.module.css';
import { startAttempt, type AgeAttempt } from './queries.ts';
import { Wallet } from './Wallet.tsx';
import { learnedBy, titleOf } from './words.ts';

type Device = 'same' | 'other';
type WalletAttempt = {
  device: Device;
  links: Extract<AgeAttempt['step'], { kind: 'wallet' }>['links'];
};

const Way = ({ offer }: { offer: AgeOffer }) => {
  const back = returnAddress(useLocation().search) ?? '/';
  const [busy, setBusy] = useState<Device | null>(null);
  const [problem, setProblem] = useState('');
  const [wallet, setWallet] = useState<WalletAttempt | null>(null);

  const begin = async (device: Device) => {
    setBusy(device);
    setProblem('');
    try {
      const { step } = await startAttempt({ method: offer.id, device });
      if (step.kind === 'done') return window.location.replace(back);
      storeReturn(back);
      if (step.kind === 'redirect') return window.location.assign(step.url);
      setWallet({ device, links: step.links });
    } catch (error) {
      setProblem(explainRefusal(error) ?? m.network_failed());
    }
    setBusy(null);
  };

  if (wallet) return <Wallet {...wallet} back={back} onAgain={() => setWallet(null)} />;
  const onPhone = offer.id === 'wallet';
  return (
    <>
      <p className={styles.soft}>{learnedBy(offer)}</p>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <div className={styles.buttons}>
        <Button variant="main" loading={busy === 'same'} onClick={() => void begin('same')}>
          {onPhone ? m.age_wallet_here() : m.age_start()}
        </Button>
        {onPhone && (
          <Button variant="line" loading={busy === 'other'} onClick={() => void begin('other')}>
            {m.age_wallet_other()}
          </Button>
        )}
      </div>
    </>
  );
};

export const Ways = ({ offers }: { offers: readonly AgeOffer[] }) => (
  <ul className={styles.ways}>
    {offers.map((offer) => (
      <li key={offer.id} className={styles.way}>
        <h2>{titleOf(offer)}</h2>
        <Way offer={offer} />
      </li>
    ))}
  </ul>
);
