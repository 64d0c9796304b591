// Creates or changes a list: its name, and the rule of a smart one.
import { LIST_NAME_MAX } from '@camarim/contract/limits';
import { type FormEvent, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../client/api/api.ts';
import { explainRefusal } from '../../client/api/errors.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { RadioCards } from '../../ui/fields/RadioCards.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { type List, type NewList, useCreateList, useEditList } from './queries.ts';
import { draftOf, problemOf, ruleOf } from './rule-draft.ts';
import { RuleFields } from './RuleFields.tsx';
import styles from './lists.module.css';

type ListKind = 'hand' | 'rule';

const WAYS = [
  { key: 'rule', title: m.lists_by_rule, text: m.lists_by_rule_text },
  { key: 'hand', title: m.lists_by_hand, text: m.lists_by_hand_text },
] as const;

/** The same list that is tried again has the same key, so that it is created once. */
const useCreateOnce = () => {
  const create = useCreateList();
  const tried = useRef({ content: '', key: '' });
  return (body: NewList) => {
    const content = JSON.stringify(body);
    if (tried.current.content !== content) tried.current = { content, key: newIdempotencyKey() };
    return create.mutateAsync({ body, idempotencyKey: tried.current.key });
  };
};

export const ListForm = ({
  list,
  onClose,
}: {
  /** Null: a new one. */
  list: List | null;
  onClose: () => void;
}) => {
  const [name, setName] = useState(list?.name ?? '');
  const [way, setWay] = useState<ListKind>(list && list.rule === null ? 'hand' : 'rule');
  const [draft, setDraft] = useState(() => draftOf(list?.rule ?? null));
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const create = useCreateOnce();
  const edit = useEditList(list?.id ?? '');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const rule = way === 'rule' ? ruleOf(draft) : null;
    if (sending || name.trim() === '' || (way === 'rule' && rule === null)) return;
    setSending(true);
    try {
      if (list) await edit.mutateAsync({ name: name.trim(), ...(rule && { rule }) });
      else await create({ name: name.trim(), rule });
      showToast(list ? m.lists_saved() : m.lists_created(), 'success');
      onClose();
    } catch (error) {
      setProblem(explainRefusal(error));
    } finally {
      setSending(false);
    }
  };

  return (
    <form
      className={styles.card}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={list ? m.lists_edit_title() : m.lists_new()}
    >
      <TextField
        label={m.lists_name()}
        maxLength={LIST_NAME_MAX}
        value={name}
        error={tried && name.trim() === '' ? m.lists_name_missing() : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {!list && (
        <RadioCards
          name="way"
          legend={m.lists_kind()}
          options={WAYS.map(({ key, title, text }) => ({ key, title: title(), text: text() }))}
          chosen={way}
          onChoose={setWay}
        />
      )}
      {way === 'rule' && (
        <RuleFields draft={draft} onChange={setDraft} problem={tried ? problemOf(draft) : null} />
      )}
      <p role="alert" className={styles.error}>
        {problem}
      </p>
      <div className={styles.buttons}>
        <Button onClick={onClose} disabled={sending}>
          {m.cancel()}
        </Button>
        <Button type="submit" variant="main" loading={sending}>
          {list ? m.lists_save() : m.lists_create()}
        </Button>
      </div>
    </form>
  );
};
