// One scheduled entry in the list of its day: post or mass message, time and actions.
import {
  CalendarClock,
  CalendarDays,
  CalendarOff,
  CircleCheck,
  Ellipsis,
  FilePen,
  Megaphone,
  Pencil,
  Send,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '../../../paraglide/messages.js';
import { useTimeZone } from '../../../client/session/session.ts';
import { Menu, type MenuItem } from '../../../ui/actions/Menu.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import type { Post } from '../post-cache.ts';
import { useEditPost } from '../publish/queries.ts';
import { LateOverlay } from '../../../ui/overlays/LateOverlay.tsx';
import { formatHour } from '../../../ui/display/formats.ts';
import styles from './Entries.module.css';
import type { Entry, MessageEntry, PostEntry } from './queries.ts';
import { lazyPart } from '../../../client/load-part.ts';

const EditPostDialog = lazyPart(() => import('../publish/EditPostDialog.tsx'));

const shortText = (text: string, medias: number): string =>
  text || (medias === 1 ? m.calendar_one_media() : m.calendar_medias({ count: medias }));

const postText = ({ text, medias }: Post): string => shortText(text, medias.length);

/** Short label for the grid. */
export const entryText = (entry: Entry): string =>
  entry.what === 'message'
    ? shortText(entry.message.message, entry.message.medias.length)
    : postText(entry.post);

/** Labels of the kinds of entry. */
export const KINDS = {
  scheduled: { icon: <CalendarClock aria-hidden />, say: m.calendar_waits },
  started: { icon: <CircleCheck aria-hidden />, say: m.calendar_shown },
  ends: { icon: <CalendarOff aria-hidden />, say: m.calendar_ends },
  message: { icon: <Megaphone aria-hidden />, say: m.calendar_message_waits },
  messageSent: { icon: <Megaphone aria-hidden />, say: m.calendar_message_sent },
};

export const kindOfEntry = ({ what, ahead }: Entry): keyof typeof KINDS => {
  if (what === 'message') return ahead ? 'message' : 'messageSent';
  if (what === 'end') return 'ends';
  return ahead ? 'scheduled' : 'started';
};

const Face = ({ post }: { post: Post }) => {
  const picture = post.medias.find(({ mdThumb }) => mdThumb)?.mdThumb;
  return picture ? (
    <img src={picture} alt="" loading="lazy" className={styles.face} />
  ) : (
    <span className={styles.face}>
      {post.draft ? <FilePen aria-hidden /> : <CalendarDays aria-hidden />}
    </span>
  );
};

/** `onMove` is absent for entries in the past. */
export const EntryLine = ({
  entry,
  onMove,
}: {
  entry: PostEntry;
  onMove?: (() => void) | undefined;
}) => {
  const timeZone = useTimeZone();
  const kind = KINDS[kindOfEntry(entry)];
  return (
    <PostLine
      post={entry.post}
      about={`${formatHour(entry.at, timeZone)} · ${kind.say()}`}
      quiet={!entry.ahead}
      items={
        onMove
          ? [
              {
                key: 'move',
                text: m.calendar_move(),
                icon: <CalendarDays aria-hidden />,
                onSelect: onMove,
              },
            ]
          : []
      }
      publishable={entry.what === 'start' && entry.ahead}
    />
  );
};

/** A mass message, which is changed on its own page. */
export const MessageLine = ({ entry }: { entry: MessageEntry }) => {
  const timeZone = useTimeZone();
  const kind = KINDS[kindOfEntry(entry)];
  return (
    <li className={classNames(styles.line, !entry.ahead && styles.quiet)}>
      <span className={styles.face}>{kind.icon}</span>
      <span className={styles.words}>
        <Link to="/chats/broadcasts" className={styles.text} title={m.calendar_open_message()}>
          {entryText(entry)}
        </Link>
        <span className={styles.about}>
          {formatHour(entry.at, timeZone)} · {kind.say()}
        </span>
      </span>
    </li>
  );
};

export const DraftLine = ({ post, onSchedule }: { post: Post; onSchedule: () => void }) => (
  <PostLine
    post={post}
    about={m.studio_is_draft()}
    quiet={false}
    items={[
      {
        key: 'plan',
        text: m.calendar_plan(),
        icon: <CalendarClock aria-hidden />,
        onSelect: onSchedule,
      },
    ]}
    publishable
  />
);

type Props = {
  post: Post;
  about: string;
  quiet: boolean;
  items: MenuItem[];
  /** Whether the draft may be published now. */
  publishable: boolean;
};

const PostLine = ({ post, about, quiet, items, publishable }: Props) => {
  const [editing, setEditing] = useState(false);
  const edit = useEditPost(post.id);
  const publish = () =>
    edit.mutate(
      { draft: false, startWhen: new Date().toISOString() },
      { onSuccess: () => showToast(m.studio_published(), 'success') },
    );
  return (
    <li className={classNames(styles.line, quiet && styles.quiet)}>
      <Face post={post} />
      <span className={styles.words}>
        <span className={styles.text}>{postText(post)}</span>
        <span className={styles.about}>{about}</span>
      </span>
      <Menu
        label={m.calendar_options({ words: postText(post).slice(0, 40) })}
        icon={<Ellipsis />}
        items={[
          ...items,
          {
            key: 'edit',
            text: m.studio_edit(),
            icon: <Pencil aria-hidden />,
            onSelect: () => setEditing(true),
          },
          ...(publishable
            ? [
                {
                  key: 'publish',
                  text: m.studio_publish_now(),
                  icon: <Send aria-hidden />,
                  onSelect: publish,
                },
              ]
            : []),
        ]}
      />
      {editing && (
        <LateOverlay>
          <EditPostDialog post={post} onClose={() => setEditing(false)} />
        </LateOverlay>
      )}
    </li>
  );
};
