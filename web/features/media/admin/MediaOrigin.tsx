// How a media that is to be decided about was made: the label that it shows, what its file came
// with, and the team's decision about it.
import type { AiChoice } from '@camarim/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { AiBadge } from '../../../ui/ai/AiBadge.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { adminStyles as styles, AiDecision } from '../../dsb/index.ts';
import { CredentialsList } from '../ai/CredentialsFacts.tsx';
import { staffCredentialsQuery, useDecideAi } from '../ai/queries.ts';

type Label = { label: Exclude<AiChoice, 'none'> } | null;
type Props = { media: { id: string; ai: Label }; name: string };

export const MediaOrigin = ({ media: { id, ai }, name }: Props) => {
  const [shown, setShown] = useState(ai);
  const [open, setOpen] = useState(false);
  return (
    <p className={styles.buttons}>
      <AiBadge ai={shown} plain />
      <Button
        small
        variant="line"
        aria-label={`${m.dsb_ai_open()}: ${name}`}
        onClick={() => setOpen(true)}
      >
        {m.dsb_ai_open()}
      </Button>
      {open && (
        <OriginDialog
          id={id}
          ai={shown}
          onDecided={(label) => {
            setShown(label);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </p>
  );
};

type DialogProps = {
  id: string;
  ai: Label;
  onDecided: (label: Label) => void;
  onClose: () => void;
};

const OriginDialog = ({ id, ai, onDecided, onClose }: DialogProps) => {
  const credentials = useQuery(staffCredentialsQuery(id));
  const decide = useDecideAi(id);
  return (
    <Dialog title={m.dsb_ai_open()} onClose={onClose} closable={!decide.isPending}>
      {credentials.data && (
        <CredentialsList credentials={credentials.data} className={styles.facts} />
      )}
      {credentials.data?.length === 0 && <p className={styles.soft}>{m.credentials_none()}</p>}
      <AiDecision
        ai={ai}
        loading={decide.isPending}
        problem={decide.error}
        onDecide={(decision) =>
          decide.mutate(decision, {
            onSuccess: (data) => {
              showToast(m.dsb_decided(), 'success');
              onDecided(data.ai);
            },
          })
        }
      />
    </Dialog>
  );
};
