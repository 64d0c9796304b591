// /settings/notes: all private notes of a person.
import { useInfiniteQuery } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { openDialog } from '../../client/dialogs.ts';
import { loadPage } from '../../client/page-data.ts';
import { Button, ButtonLink } from '../../ui/actions/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { TimeAgo } from '../../ui/display/TimeAgo.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { PersonRow } from '../profiles/index.ts';
import styles from './notes.module.css';
import { type ListedNote, notesQuery } from './queries.ts';

const load = () => loadPage({ optional: [notesQuery('')] });

export const loader = async () => ({ queries: (await load()).queries });
export const clientLoader = async () => {
  await load();
  return null;
};

export const meta = () => [
  { title: `${m.menu_notes()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function NotesPage() {
  const [search, setSearch] = useState('');
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(notesQuery(search));
  const notes = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{m.menu_notes()}</h1>
      <p className={styles.intro}>{m.note_private()}</p>
      <SearchField label={m.notes_search()} onSearch={setSearch} />
      {isError && !data && <ErrorState onRetry={() => void refetch()} loading={isFetching} />}
      <ul className={styles.list} aria-busy={isFetching}>
        {notes.map((note) => (
          <li key={note.profileId}>
            <Note note={note} />
          </li>
        ))}
      </ul>
      {data && notes.length === 0 && (
        <EmptyState
          icon={<NotebookPen aria-hidden />}
          title={search ? m.notes_none_found() : m.notes_empty_title()}
          action={
            !search && (
              <ButtonLink variant="line" small to="/?explore">
                {m.explore()}
              </ButtonLink>
            )
          }
        >
          {search ? m.notes_none_found_text() : m.notes_empty_text()}
        </EmptyState>
      )}
      {hasNextPage && (
        <Button variant="line" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {m.explore_more()}
        </Button>
      )}
    </section>
  );
}

const Note = ({ note: { profile, raw, updatedAt } }: { note: ListedNote }) => (
  <PersonRow
    person={profile}
    actions={
      <Button
        small
        variant="line"
        aria-label={m.note_edit_label({ name: profile.exibitionName })}
        onClick={() => openDialog('note', { profileId: profile.id, name: profile.exibitionName })}
      >
        {m.note_edit()}
      </Button>
    }
  >
    <p className={styles.text}>{raw}</p>
    <p className={styles.when}>
      <TimeAgo at={updatedAt} />
    </p>
  </PersonRow>
);
