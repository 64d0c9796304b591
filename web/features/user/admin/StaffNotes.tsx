// Notes of the team about a person: the list, and a field for a further one.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { STAFF_NOTE_MAX } from '@camarim/contract/limits';
import { ApiError } from '../../../client/api/errors.ts';
import { m } from '../../../paraglide/messages.js';
import { Button } from '../../../ui/actions/Button.tsx';
import { formatMoment } from '../../../ui/display/formats.ts';
import { TextArea } from '../../../ui/fields/TextField.tsx';
import { AdminSection, adminStyles as styles, useRight } from '../../dsb/index.ts';
import { type PersonId, staffNotesQuery, useAddNote } from './queries.ts';
import { RecordList } from './RecordList.tsx';

const NoteForm = ({ userId }: { userId: PersonId }) => {
  const [text, setText] = useState('');
  const { mutate, isPending, error } = useAddNote(userId);
  return (
    <div className={styles.form}>
      <TextArea
        label={m.dsb_notes_new()}
        rows={3}
        maxLength={STAFF_NOTE_MAX}
        value={text}
        error={error instanceof ApiError ? error.message : undefined}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <div className={styles.buttons}>
        <Button
          variant="line"
          loading={isPending}
          disabled={text.trim() === ''}
          onClick={() => mutate(text, { onSuccess: () => setText('') })}
        >
          {m.dsb_notes_add()}
        </Button>
      </div>
    </div>
  );
};

export const StaffNotes = ({ userId, own }: { userId: PersonId; own: boolean }) => {
  const notes = useInfiniteQuery(staffNotesQuery(userId));
  const adds = useRight('todo.decide') && !own;
  return (
    <AdminSection title={m.dsb_notes_title()} note={m.dsb_notes_text()}>
      <RecordList query={notes} none={m.dsb_notes_none()}>
        {({ id, text, author, createdAt }) => (
          <li key={id}>
            <p className={styles.message}>{text}</p>
            <span className={styles.soft}>
              {author && `@${author.domainName} · `}
              {formatMoment(createdAt)}
            </span>
          </li>
        )}
      </RecordList>
      {adds && <NoteForm userId={userId} />}
    </AdminSection>
  );
};
