// Step-up before a sensitive act: asks for a fresh proof of identity.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../../paraglide/messages.js';
import type { DialogProps } from '../../../client/dialogs.ts';
import { Spinner } from '../../../ui/display/Spinner.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import styles from '../../../ui/layout/account.module.css';
import { ProofForm } from './ProofForm.tsx';
import { offerStepUp, stepUp } from './queries.ts';

export default function StepUpDialog({
  onProved,
  onGivenUp,
  onClose,
}: DialogProps['stepUp'] & { onClose: () => void }) {
  const [round, setRound] = useState(0);
  const { data: offer } = useQuery({
    queryKey: ['auth', 'stepUp', round],
    queryFn: offerStepUp,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const giveUp = () => {
    onClose();
    onGivenUp();
  };
  return (
    <Dialog title={m.step_up_title()} onClose={giveUp}>
      <p className={styles.intro}>{m.step_up_text()}</p>
      {offer ? (
        <ProofForm
          offer={offer}
          onSpent={() => setRound(round + 1)}
          onProof={async (proof) => {
            await stepUp(proof);
            onClose();
            onProved();
          }}
        />
      ) : (
        <Spinner />
      )}
    </Dialog>
  );
}
