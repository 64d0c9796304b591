// The dialogs of the queue: until when to put an item off, to whom to assign it, and its keys.
import { WORK_KINDS } from '@camarim/contract/features/todo/kinds';
import { hasRight } from '@camarim/contract/staff';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { DescriptionList } from '../../../ui/display/DescriptionList.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { teamQuery } from '../../team/index.ts';
import type { Arrangement, TodoItem } from '../queries.ts';
import { choicesFor } from './snooze-times.ts';
import styles from './todo.module.css';

type Props = {
  item: TodoItem;
  onArrange: (arrangement: Arrangement) => void;
  onClose: () => void;
};

export const SnoozeDialog = ({ item, onArrange, onClose }: Props) => {
  const [now] = useState(() => Date.now());
  const choices = choicesFor(item, now);
  return (
    <Dialog title={m.todo_snooze_title()} onClose={onClose}>
      <div className={styles.choices}>
        {choices.map(({ key, text, until }, index) => (
          <Button
            key={key}
            fullWidth
            variant="line"
            data-first={index === 0 || undefined}
            onClick={() => {
              onArrange({ act: 'snooze', until: new Date(until(now)).toISOString() });
              onClose();
            }}
          >
            {text()}
          </Button>
        ))}
        {choices.length === 0 && <p className={styles.soft}>{m.todo_snooze_none()}</p>}
      </div>
    </Dialog>
  );
};

const NO_PERSON = '';

export const AssignDialog = ({ item, onArrange, onClose }: Props) => {
  const { data: team } = useQuery(teamQuery());
  const [profileId, setProfileId] = useState<string>(item.assignee?.id ?? NO_PERSON);
  const people = (team?.people ?? []).filter(
    ({ role, blocked }) => !blocked && hasRight(role, WORK_KINDS[item.kind].right),
  );
  const chosen = people.find(({ profile }) => profile.id === profileId)?.profile.id ?? null;
  return (
    <Dialog title={m.todo_assign_title()} onClose={onClose}>
      <div className={styles.choices}>
        <Select
          label={m.todo_assign()}
          value={profileId}
          onChange={({ currentTarget: { value } }) => setProfileId(value)}
          options={[
            { value: NO_PERSON, text: m.todo_assign_none() },
            ...people.map(({ profile }) => ({ value: profile.id, text: profile.exibitionName })),
          ]}
        />
        <Button
          fullWidth
          variant="main"
          onClick={() => {
            onArrange({ act: 'assign', profileId: chosen });
            onClose();
          }}
        >
          {m.todo_assign_save()}
        </Button>
      </div>
    </Dialog>
  );
};

const KEYS: readonly (readonly [string, () => string])[] = [
  ['j', m.todo_key_next],
  ['k', m.todo_key_previous],
  ['Enter', m.todo_key_open],
  ['c', m.todo_key_claim],
  ['a', m.todo_key_assign],
  ['s', m.todo_key_snooze],
  ['?', m.todo_key_help],
];

export const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title={m.todo_keys()} onClose={onClose}>
    <DescriptionList className={styles.keys} items={KEYS.map(([key, text]) => [key, text()])} />
    <p className={styles.soft}>{m.todo_keys_note()}</p>
  </Dialog>
);
