// The people of a list that is kept by hand: who is in it, and who may be added.
import { useInfiniteQuery } from '@tanstack/react-query';
import { UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/actions/Button.tsx';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { LoadMore } from '../../ui/actions/LoadMore.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { PersonRow } from '../profiles/index.ts';
import {
  type CandidateKind,
  candidatesQuery,
  type List,
  membersQuery,
  useListMember,
} from './queries.ts';
import styles from './lists.module.css';

type MembersTab = 'in' | CandidateKind;

const TABS: readonly [MembersTab, () => string][] = [
  ['in', m.lists_members_in],
  ['followers', m.lists_followers],
  ['members', m.lists_subscribers],
];

export default function MembersDialog({ list, onClose }: { list: List; onClose: () => void }) {
  const [shown, setShown] = useState<MembersTab>(list.members === 0 ? 'followers' : 'in');
  const [name, setName] = useState('');
  return (
    <Dialog title={m.lists_members_label({ name: list.name })} onClose={onClose}>
      <div className={styles.form}>
        <div className={styles.tabs} role="group" aria-label={m.lists_members_add()}>
          {TABS.map(([key, text]) => (
            <Button
              key={key}
              small
              variant={shown === key ? 'quiet' : 'line'}
              aria-pressed={shown === key}
              onClick={() => setShown(key)}
            >
              {text()}
            </Button>
          ))}
        </div>
        <SearchField label={m.chat_search_contacts()} onSearch={setName} />
        <People key={shown} list={list} shown={shown} name={name} />
      </div>
    </Dialog>
  );
}

const People = ({ list, shown, name }: { list: List; shown: MembersTab; name: string }) => {
  const members = useInfiniteQuery({ ...membersQuery(list.id, name), enabled: shown === 'in' });
  const candidates = useInfiniteQuery({
    ...candidatesQuery(shown === 'in' ? 'followers' : shown, name),
    enabled: shown !== 'in',
  });
  const query = shown === 'in' ? members : candidates;
  const change = useListMember(list.id);
  const { data, isError, isPending, isFetching, refetch } = query;
  const people = data?.pages.flatMap((page) => page.data) ?? [];
  const set = (id: string, person: string, member: boolean) =>
    change.mutate(
      { profileId: id, member },
      {
        onSuccess: () =>
          showToast(
            member
              ? m.lists_member_added({ name: person })
              : m.lists_member_removed({ name: person }),
            'success',
          ),
      },
    );
  return (
    <>
      {isPending && <Spinner />}
      {isError && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      {data && people.length === 0 && (
        <p className={styles.soft}>
          {shown === 'in' && name === '' ? m.lists_members_none() : m.lists_members_none_found()}
        </p>
      )}
      <ul className={styles.people} aria-busy={isFetching}>
        {people.map((person) => {
          const { id, exibitionName } = person;
          const label =
            shown === 'in'
              ? m.lists_member_remove({ name: exibitionName })
              : m.lists_member_add({ name: exibitionName });
          return (
            <li key={id}>
              <PersonRow
                person={person}
                actions={
                  <IconButton
                    filled
                    label={label}
                    icon={shown === 'in' ? <UserMinus /> : <UserPlus />}
                    onClick={() => set(id, exibitionName, shown !== 'in')}
                  />
                }
              />
            </li>
          );
        })}
      </ul>
      <LoadMore query={query} text={m.explore_more()} small />
    </>
  );
};
