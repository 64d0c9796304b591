// An automation in its producer's list: when it sends what, how often it did, and what can be done.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { Badge } from '../../../ui/display/Badge.tsx';
import { formatCount, formatMoney } from '../../../ui/display/formats.ts';
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx';
import { listsQuery, textOf } from '../../lists/index.ts';
import { ReviewNotice } from '../../reviews/index.ts';
import { AutomationForm } from './AutomationForm.tsx';
import { switchedBody } from './draft.ts';
import { type Automation, useDeleteAutomation, useSwitchAutomation } from './queries.ts';
import { delayText, triggerText } from './texts.ts';
import styles from './automations.module.css';

const sentText = (sent: number): string => {
  if (sent === 0) return m.automation_sent_none();
  return sent === 1 ? m.automation_sent_one() : m.automation_sent({ count: formatCount(sent) });
};

export const AutomationRow = ({
  automation,
  onLog,
}: {
  automation: Automation;
  onLog: () => void;
}) => {
  const { message, medias, price, delayMinutes, sent, enabled, listId } = automation;
  const { data: lists = [] } = useQuery({ ...listsQuery(), enabled: listId !== null });
  const listName = listId === null ? '' : textOf({ kind: 'list', id: listId }, lists);
  const [editing, setEditing] = useState(false);
  const when = triggerText(automation);
  if (editing) return <AutomationForm automation={automation} onClose={() => setEditing(false)} />;
  return (
    <article className={styles.row} aria-label={when}>
      <p className={styles.when}>
        <b>{when}</b>{' '}
        <Badge variant={enabled ? 'leaf' : 'plain'}>
          {enabled ? m.automation_on() : m.automation_off()}
        </Badge>
      </p>
      <p className={styles.soft}>
        {delayText(delayMinutes)}
        {listId !== null && ` · ${m.automation_list_of({ name: listName })}`} · {sentText(sent)}
      </p>
      {automation.review && <ReviewNotice review={automation.review} />}
      {message && <p className={styles.text}>{message}</p>}
      {medias.length > 0 && (
        <p className={styles.soft}>
          {m.chat_media_count({ count: medias.length })}
          {price !== null && ` · ${formatMoney(price)}`}
        </p>
      )}
      <Actions automation={automation} when={when} onEdit={() => setEditing(true)} onLog={onLog} />
    </article>
  );
};

const Actions = ({
  automation,
  when,
  onEdit,
  onLog,
}: {
  automation: Automation;
  when: string;
  onEdit: () => void;
  onLog: () => void;
}) => {
  const { id, enabled, sent } = automation;
  const [deleting, setDeleting] = useState(false);
  const toggle = useSwitchAutomation();
  const remove = useDeleteAutomation();
  return (
    <div className={styles.rowActions}>
      <Button
        small
        loading={toggle.isPending}
        onClick={() => toggle.mutate({ id, body: switchedBody(automation, !enabled) })}
      >
        {enabled ? m.automation_switch_off() : m.automation_switch_on()}
      </Button>
      <Button small variant="line" onClick={onEdit}>
        {m.automation_edit()}
      </Button>
      {sent > 0 && (
        <Button small variant="text" onClick={onLog}>
          {m.automation_show_log()}
        </Button>
      )}
      <Button small variant="text" onClick={() => setDeleting(true)}>
        {m.lists_delete()}
      </Button>
      {deleting && (
        <ConfirmDialog
          title={m.automation_delete_title()}
          confirmLabel={m.lists_delete()}
          onConfirm={() => remove.mutateAsync(id)}
          onClose={() => setDeleting(false)}
        >
          <p>{m.automation_delete_text({ when })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
};
