// The saved cards or PicPay accounts: chosen for a payment, made default, deleted.
import { useQuery } from '@tanstack/react-query';
import { Plus, Star, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import {
  type PaymentType,
  type SavedPayment,
  savedQuery,
  useSetDefaultPayment,
  useRemovePayment,
} from '../saved.ts';
import { BrandMark } from './BrandMark.tsx';
import { LateOverlay } from '../../../ui/overlays/LateOverlay.tsx';
import styles from './cards.module.css';
import { lazyPart } from '../../../client/load-part.ts';

const AddCardDialog = lazyPart(() => import('./AddCardDialog.tsx'));
const AddPicPayDialog = lazyPart(() => import('./AddPicPayDialog.tsx'));

type Props = {
  type: PaymentType;
  chosen: SavedPayment | null;
  onChoose: (saved: SavedPayment | null) => void;
};

export const SavedPayments = ({ type, chosen, onChoose }: Props) => {
  const { data: saved, isPending } = useQuery(savedQuery(type));
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<SavedPayment | null>(null);
  const remove = useRemovePayment();

  // Selects the default entry when the list loads, and again when the selected one is gone.
  useEffect(() => {
    if (!saved || (chosen && saved.some(({ id }) => id === chosen.id))) return;
    onChoose(saved.find((one) => one.default && one.usable) ?? null);
  }, [saved, chosen, onChoose]);

  const AddDialog = type === 'card' ? AddCardDialog : AddPicPayDialog;
  return (
    <fieldset>
      <legend className="visually-hidden">
        {type === 'card' ? m.card_list() : m.picpay_list()}
      </legend>
      <div className={styles.list}>
        {isPending && <Skeleton shape="button" />}
        {saved?.map((one) => (
          <Row
            key={one.id}
            saved={one}
            checked={one.id === chosen?.id}
            onChoose={onChoose}
            onDelete={setLeaving}
          />
        ))}
        <Button variant="line" fullWidth onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          {type === 'card' ? m.card_add() : m.picpay_add()}
        </Button>
      </div>
      {adding && (
        <LateOverlay>
          <AddDialog
            onClose={() => setAdding(false)}
            onSaved={(one) => {
              setAdding(false);
              if (one.usable) onChoose(one);
            }}
          />
        </LateOverlay>
      )}
      {leaving && (
        <ConfirmDialog
          title={m.card_delete_title()}
          confirmLabel={m.card_delete()}
          onConfirm={() => remove.mutateAsync(leaving)}
          onClose={() => setLeaving(null)}
        >
          {m.card_delete_text({ name: nameOf(leaving) })}
        </ConfirmDialog>
      )}
    </fieldset>
  );
};

const nameOf = ({ brand, number, holderName }: SavedPayment): string =>
  brand ? `${brand.name} ${number}` : holderName;

type RowProps = {
  saved: SavedPayment;
  checked: boolean;
  onChoose: (saved: SavedPayment) => void;
  onDelete: (saved: SavedPayment) => void;
};

const Row = ({ saved, checked, onChoose, onDelete }: RowProps) => {
  const choose = useSetDefaultPayment();
  const name = nameOf(saved);
  return (
    <div className={styles.row}>
      <label className={styles.choice}>
        <input
          type="radio"
          name="saved"
          checked={checked}
          disabled={!saved.usable}
          onChange={() => onChoose(saved)}
        />
        {saved.brand && <BrandMark brand={saved.brand} />}
        <span className={styles.facts}>
          <span>{saved.number ?? saved.holderName}</span>
          <span className={styles.soft}>
            {saved.expiration ? `${saved.holderName} · ${saved.expiration}` : saved.billingEmail}
            {saved.default && ` · ${m.card_default()}`}
          </span>
          {saved.activating && <span className={styles.soft}>{m.card_activating()}</span>}
          {!saved.usable && !saved.activating && (
            <span className={styles.bad}>{m.card_unusable()}</span>
          )}
        </span>
      </label>
      {!saved.default && saved.usable && (
        <IconButton
          label={m.card_make_default({ name })}
          icon={<Star />}
          aria-disabled={choose.isPending}
          onClick={() => choose.mutate(saved)}
        />
      )}
      <IconButton
        label={m.card_delete_one({ name })}
        icon={<Trash2 />}
        onClick={() => onDelete(saved)}
      />
    </div>
  );
};
