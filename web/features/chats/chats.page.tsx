// /chats and /chats/{slug}: the conversations and, beside them or in their place on a phone, the
// one that is open.
import { MessagesSquare } from 'lucide-react';
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router';
import { m } from '../../paraglide/messages.js';
import { loadPage } from '../../client/page-data.ts';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { CHATS_PATH, chatPath } from './paths.ts';
import { chatsQuery, messagesQuery, conversationQuery } from './queries.ts';
import { FanColumn, useHasFanColumn } from './fan/FanColumn.tsx';
import { Conversation } from './conversation/Conversation.tsx';
import { ConversationList } from './conversations/ConversationList.tsx';
import { useSeenDot } from './use-unread.ts';
import styles from './chats.module.css';

const load = ({ slug }: { slug?: string }) =>
  loadPage({
    required: slug ? [conversationQuery(slug)] : [],
    optional: [chatsQuery({ name: '', shown: 'all' }), ...(slug ? [messagesQuery(slug)] : [])],
  });

export const loader = async ({ params }: LoaderFunctionArgs) => ({
  queries: (await load(params)).queries,
});
export const clientLoader = async ({ params }: { params: { slug?: string } }) => {
  await load(params);
  return null;
};

export const meta = () => [
  { title: `${m.messages_short()} · Camarim` },
  { name: 'robots', content: 'noindex' },
];

export default function ChatsPage() {
  const { slug } = useParams();
  const navigate = useNavigate();
  const wide = useHasFanColumn();
  useSeenDot();
  return (
    <div className={styles.page} data-fills-window data-room={slug === undefined ? undefined : ''}>
      {/* The list with its title is not shown beside a conversation on a phone. */}
      <h1 className="visually-hidden">{m.messages_title()}</h1>
      <div className={styles.conversations}>
        <p aria-hidden className={styles.title}>
          {m.messages_title()}
        </p>
        <ConversationList
          current={slug ?? null}
          onOpen={(opened) => void navigate(chatPath(opened), { preventScrollReset: true })}
        />
      </div>
      <div className={styles.conversation}>
        {slug === undefined ? (
          <div className={styles.none}>
            <EmptyState icon={<MessagesSquare aria-hidden />} title={m.chat_choose()}>
              {m.chat_choose_text()}
            </EmptyState>
          </div>
        ) : (
          <Conversation
            key={slug}
            slug={slug}
            onBack={() => void navigate(CHATS_PATH, { preventScrollReset: true })}
          />
        )}
      </div>
      {wide && slug !== undefined && <FanColumn key={slug} slug={slug} />}
    </div>
  );
}
