// One's own collection: what it holds, what it sold, and its actions.
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { openDialog } from '../../../client/dialogs.ts';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatCount, formatMoney } from '../../../ui/display/formats.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { Covers } from '../Covers.tsx';
import { type Collection, useDeleteCollection, usePauseCollection } from '../queries.ts';
import { CollectionEditor } from './CollectionEditor.tsx';
import styles from './own.module.css';

const stateText = ({ paused, offer }: Collection): string => {
  if (paused) return m.collection_state_paused();
  return offer ? m.collection_state_on_sale() : m.collection_state_too_few();
};

export const OwnCollection = ({ collection }: { collection: Collection }) => {
  const { id, title, price, separately, postIds, sales, earned, covers, offer } = collection;
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.face}
        aria-label={m.collection_view_label({ title })}
        onClick={() => openDialog('collection', { id })}
      >
        <Covers covers={covers} />
      </button>
      <div className={styles.words}>
        <h2 className={styles.name}>{title}</h2>
        <p className={styles.soft}>
          <Badge variant={offer ? 'leaf' : 'plain'}>{stateText(collection)}</Badge>
        </p>
        <p className={styles.soft}>
          {m.collection_posts({ count: postIds.length })} · {formatMoney(price)}
          {separately !== null && ` · ${m.collection_apart({ price: formatMoney(separately) })}`}
        </p>
        <p className={styles.soft}>
          {m.post_sales({ count: sales ?? 0, text: formatCount(sales ?? 0) })} ·{' '}
          {m.collection_earned({ value: formatMoney(earned ?? 0) })}
        </p>
      </div>
      <Actions collection={collection} />
    </li>
  );
};

const Actions = ({ collection }: { collection: Collection }) => {
  const { id, title, paused } = collection;
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const pause = usePauseCollection(id);
  const remove = useDeleteCollection(id);
  const close = () => setOpen(null);
  return (
    <div className={styles.buttons}>
      <Button
        small
        variant="line"
        aria-label={m.collection_edit_label({ title })}
        onClick={() => setOpen('edit')}
      >
        {m.collection_edit()}
      </Button>
      <Button
        small
        variant="text"
        loading={pause.isPending}
        aria-label={
          paused ? m.collection_resume_label({ title }) : m.collection_pause_label({ title })
        }
        onClick={() => pause.mutate(!paused)}
      >
        {paused ? m.collection_resume() : m.collection_pause()}
      </Button>
      <Button
        small
        variant="text"
        aria-label={m.collection_delete_label({ title })}
        onClick={() => setOpen('delete')}
      >
        {m.collection_delete()}
      </Button>
      {open === 'edit' && <CollectionEditor collection={collection} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          title={m.collection_delete_title()}
          confirmLabel={m.collection_delete()}
          onConfirm={() => remove.mutateAsync()}
          onClose={close}
        >
          {m.collection_delete_text()}
        </ConfirmDialog>
      )}
    </div>
  );
};
