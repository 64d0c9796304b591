// Deletes the plan after a confirmation of the consequences.
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { type Tier, useDeletePlan } from './queries.ts';
import styles from './tiers.module.css';

export const DeletePlan = ({ tier, subscribers }: { tier: Tier; subscribers: number }) => {
  const [asking, setAsking] = useState(false);
  const remove = useDeletePlan();
  return (
    <section className={styles.part}>
      <Button variant="text" onClick={() => setAsking(true)}>
        {m.plan_delete()}
      </Button>
      {asking && (
        <ConfirmDialog
          title={m.plan_delete_title()}
          confirmLabel={m.plan_delete()}
          consequences={m.plan_delete_consequences()}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await remove.mutateAsync(tier.id);
            showToast(m.plan_deleted(), 'success');
          }}
        >
          {m.plan_delete_text({ count: subscribers })}
        </ConfirmDialog>
      )}
    </section>
  );
};
