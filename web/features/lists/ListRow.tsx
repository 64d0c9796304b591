// One list: who is in it, how many, and what can be done with it.
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { Badge } from '../../ui/display/Badge.tsx';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { LateOverlay } from '../../ui/overlays/LateOverlay.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { Count, membersText } from './Count.tsx';
import { ListForm } from './ListForm.tsx';
import { MembersDialog } from './parts.ts';
import { textOf } from './parts-text.ts';
import { type List, useDeleteList } from './queries.ts';
import styles from './lists.module.css';

export const ListRow = ({ list, counted }: { list: List; counted: boolean }) => {
  const { id, name, rule, members } = list;
  const [counting, setCounting] = useState(counted);
  const [editing, setEditing] = useState(false);
  if (editing) return <ListForm list={list} onClose={() => setEditing(false)} />;
  return (
    <article className={styles.entry} aria-label={name}>
      <div className={styles.entryText}>
        <b>{name}</b>
        <span className={styles.soft}>
          <Badge variant={rule ? 'leaf' : 'plain'}>
            {rule ? m.lists_by_rule() : m.lists_by_hand()}
          </Badge>{' '}
          {rule && textOf(rule, [])}
        </span>
        {rule === null && <p className={styles.count}>{membersText(members ?? 0)}</p>}
        {rule && counting && (
          <Count of="people" selection={{ include: [{ kind: 'list', id }], exclude: [] }} />
        )}
      </div>
      <div className={styles.buttons}>
        {rule && !counting && (
          <Button small variant="text" onClick={() => setCounting(true)}>
            {m.lists_count_now()}
          </Button>
        )}
        <Actions list={list} onEdit={() => setEditing(true)} />
      </div>
    </article>
  );
};

const Actions = ({ list, onEdit }: { list: List; onEdit: () => void }) => {
  const { id, name, rule } = list;
  const [open, setOpen] = useState<'members' | 'delete' | null>(null);
  const remove = useDeleteList();
  return (
    <>
      {rule === null && (
        <Button
          small
          variant="line"
          aria-label={m.lists_members_label({ name })}
          onClick={() => setOpen('members')}
        >
          {m.lists_members()}
        </Button>
      )}
      <Button small variant="line" aria-label={m.lists_edit_label({ name })} onClick={onEdit}>
        {m.lists_edit()}
      </Button>
      <Button
        small
        variant="text"
        aria-label={m.lists_delete_label({ name })}
        onClick={() => setOpen('delete')}
      >
        {m.lists_delete()}
      </Button>
      {open === 'members' && (
        <LateOverlay>
          <MembersDialog list={list} onClose={() => setOpen(null)} />
        </LateOverlay>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={m.lists_delete_title({ name })}
          confirmLabel={m.lists_delete()}
          onConfirm={async () => {
            await remove.mutateAsync(id);
            showToast(m.lists_deleted_done(), 'success');
          }}
          onClose={() => setOpen(null)}
        >
          <p>{m.lists_delete_text()}</p>
        </ConfirmDialog>
      )}
    </>
  );
};
