// The label of AI of a post beside what the team decides about, with the way to decide about it.
import type { AI_LABELS } from '@camarim/contract/limits';
import { useState } from 'react';
import { openDialog } from '../../client/dialogs.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { AiBadge } from '../../ui/ai/AiBadge.tsx';
import styles from './dsb.module.css';
import { WithRight } from './WithRight.tsx';

export const PostLabel = ({
  id,
  ai,
}: {
  id: string;
  ai: { label: (typeof AI_LABELS)[number] } | null;
}) => {
  const [shown, setShown] = useState(ai);
  return (
    <p className={styles.buttons}>
      <AiBadge ai={shown} plain />
      <WithRight right="content.decide">
        <Button
          small
          variant="line"
          onClick={() => openDialog('postLabel', { id, ai: shown, onDecided: setShown })}
        >
          {m.dsb_ai_post()}
        </Button>
      </WithRight>
    </p>
  );
};
