// The producer's tip menu, and the items that were bought and are not done yet.
import { MENU_ITEMS_MAX, MENU_LABEL_MAX } from '@camarim/contract/features/lives/room-limits';
import type { Centavos } from '@camarim/contract/money';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { call } from '../../../client/api/api.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { Money } from '../../../ui/display/Money.tsx';
import { CurrencyField } from '../../../ui/fields/CurrencyField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { liveKeys } from '../keys.ts';
import { type MenuItem, purchasesQuery } from '../room/queries.ts';
import styles from './studio.module.css';

export const MenuSettings = ({ liveId, menu }: { liveId: string; menu: readonly MenuItem[] }) => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: liveKeys.room(liveId) });
  const remove = useMutation({
    mutationFn: (itemId: string) =>
      call('DELETE /lives/room/menu/{itemId}', { params: { itemId } }),
    onSuccess: refresh,
  });
  return (
    <div className={styles.panel}>
      <Purchases liveId={liveId} />
      <h2 className={styles.heading}>{m.live_menu_mine()}</h2>
      <ul className={styles.calls}>
        {menu.map((item) => (
          <li key={item.id} className={styles.call}>
            <span className={styles.callText}>{item.label}</span>
            <Money value={item.price} />
            <IconButton
              label={m.live_menu_delete({ item: item.label })}
              icon={<Trash2 />}
              onClick={() => remove.mutate(item.id)}
            />
          </li>
        ))}
      </ul>
      {menu.length < MENU_ITEMS_MAX && <NewItem onAdded={refresh} />}
    </div>
  );
};

const NewItem = ({ onAdded }: { onAdded: () => Promise<unknown> }) => {
  const [label, setLabel] = useState('');
  const [price, setPrice] = useState<Centavos | null>(null);
  const add = useMutation({
    mutationFn: (value: Centavos) =>
      call('POST /lives/room/menu', { body: { label, price: value } }),
    onSuccess: () => {
      setLabel('');
      setPrice(null);
      return onAdded();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (price !== null && label.trim() !== '') add.mutate(price);
  };
  return (
    <form className={styles.newItem} onSubmit={submit} noValidate>
      <TextField
        label={m.live_menu_label()}
        value={label}
        maxLength={MENU_LABEL_MAX}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
      />
      <CurrencyField label={m.live_menu_price()} value={price} onChange={setPrice} />
      <Button
        type="submit"
        variant="line"
        loading={add.isPending}
        disabled={price === null || label.trim() === ''}
      >
        {m.live_menu_add()}
      </Button>
    </form>
  );
};

const Purchases = ({ liveId }: { liveId: string }) => {
  const client = useQueryClient();
  const { data: open = [] } = useQuery(purchasesQuery(liveId));
  const done = useMutation({
    mutationFn: (messageId: string) =>
      call('PUT /lives/{id}/menu-purchases/{messageId}', {
        params: { id: liveId, messageId },
        body: { done: true },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: liveKeys.purchases(liveId) }),
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
