// In which lists kept by hand a person is.
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { listsQuery, useListsOfPerson } from './queries.ts';
import styles from './lists.module.css';

type Props = {
  profileId: string;
  name: string;
  /** Ids of the lists that have them. */
  current: readonly string[];
  onClose: () => void;
};

export default function PersonLists({ profileId, name, current, onClose }: Props) {
  const { data, isError, isFetching, refetch } = useQuery(listsQuery());
  const [chosen, setChosen] = useState(() => new Set(current));
  const save = useListsOfPerson(profileId);
  const lists = data?.filter(({ rule }) => rule === null);
  const toggle = (id: string) => setChosen((now) => now.symmetricDifference(new Set([id])));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const before = new Set(current);
    const changed = [...before.symmetricDifference(chosen)];
    if (!save.isPending)
      save.mutate(
        changed.map((id) => ({ id, member: chosen.has(id) })),
        { onSuccess: onClose },
      );
  };
  return (
    <Dialog title={m.lists_of_person({ name })} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <p className={styles.soft}>{m.lists_of_person_text()}</p>
        {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
        {!lists && !isError && <Spinner />}
        {lists?.length === 0 && <p>{m.lists_of_person_none()}</p>}
        {lists?.map((list) => (
          <Checkbox
            key={list.id}
            label={list.name}
            checked={chosen.has(list.id)}
            onChange={() => toggle(list.id)}
          />
        ))}
        <div className={styles.actions}>
          <Link to="/lists" className={styles.link}>
            {m.lists_manage()}
          </Link>
          <Button type="submit" variant="main" loading={save.isPending} disabled={!lists}>
            {m.lists_save()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
