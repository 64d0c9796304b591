// The producer's tip menu, and the items that were bought and are not done yet.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { m } from '../../../paraglide/messages.js';
import { call } from '../../../client/api/api.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { liveKeys } from '../keys.ts';
import { IN_SHOW, sayRefusal } from '../refusals.ts';
import { purchasesQuery } from '../room/queries.ts';
import { OwnMenu } from '../settings/OwnMenu.tsx';
import styles from './studio.module.css';

export const MenuSettings = ({ liveId }: { liveId: string }) => (
  <div className={styles.panel}>
    <Purchases liveId={liveId} />
    <OwnMenu />
  </div>
);

const Purchases = ({ liveId }: { liveId: string }) => {
  const client = useQueryClient();
  const { data: open = [] } = useQuery(purchasesQuery(liveId));
  const done = useMutation({
    mutationFn: (messageId: string) =>
      call('PUT /lives/{id}/menu-purchases/{messageId}', {
        params: { id: liveId, messageId },
        body: { done: true },
        handled: IN_SHOW,
      }),
    onError: sayRefusal,
    // One that is gone leaves the list, too.
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.purchases(liveId) }),
  });
  if (open.length === 0) return null;
  return (
    <>
      <h2 className={styles.heading}>{m.live_menu_open()}</h2>
      <ul className={styles.calls}>
        {open.map(({ id, item, profile, message }) => (
          <li key={id} className={styles.call}>
            <span className={styles.callText}>
              <b>{item.label}</b>
              <span className={styles.soft}>
                {[profile?.exibitionName, message].filter(Boolean).join(': ')}
              </span>
            </span>
            <Button
              variant="line"
              small
              loading={done.isPending && done.variables === id}
              onClick={() => done.mutate(id)}
            >
              <Check aria-hidden />
              {m.live_menu_mark()}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
};
