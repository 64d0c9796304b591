// The search of people, tags and posts, with suggestions while one types and the last searches
// before that.
import { POST_SEARCH_MAX } from '@camarim/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Hash, History, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { m } from '../../../paraglide/messages.js';
import { Avatar } from '../../../ui/display/Avatar.tsx';
import { type Suggestion, SuggestField } from '../../../ui/fields/SuggestField.tsx';
import { type Suggestions, suggestionsQuery } from './queries.ts';
import { forgetSearch, forgetSearches, useRecentSearches } from './recent.ts';

const DEBOUNCE_MS = 200;
const TYPED_MIN = 2;

/** The text as it was a moment ago, so that not each letter is a call. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

const listOf = ({ profiles, tags }: Suggestions): Suggestion[] => [
  ...profiles.map(({ id, domainName, exibitionName, profileMediaThumbs, online }) => ({
    key: id,
    to: `/${domainName}`,
    icon: (
      <Avatar
        name={exibitionName}
        src={profileMediaThumbs?.mdThumb ?? null}
        size="tiny"
        online={online}
      />
    ),
    text: exibitionName,
    detail: `@${domainName}`,
  })),
  ...tags.map((tag) => ({
    key: `#${tag}`,
    to: `/tags/${encodeURIComponent(tag)}`,
    icon: <Hash aria-hidden />,
    text: tag,
  })),
];

const recentOf = (recent: readonly string[]): Suggestion[] => [
  ...recent.map((text) => ({
    key: `recent ${text}`,
    to: `/search?${new URLSearchParams({ q: text })}`,
    icon: <History aria-hidden />,
    text,
    onRemove: () => forgetSearch(text),
  })),
  {
    key: 'forget',
    to: forgetSearches,
    icon: <Trash2 aria-hidden />,
    text: m.search_recent_forget(),
  },
];

type Props = {
  value?: string;
  /** Has the focus at once and suggests for its text, as a field in which someone was typing. */
  autoFocus?: boolean;
};

export default function SearchBox({ value = '', autoFocus = false }: Props) {
  const [typed, setTyped] = useState(autoFocus ? value.trim() : '');
  const [empty, setEmpty] = useState(value.trim() === '');
  const recent = useRecentSearches();
  const settled = useSettled(typed);
  const asked = settled.length >= TYPED_MIN && typed.length >= TYPED_MIN;
  const { data } = useQuery({
    ...suggestionsQuery(settled),
    enabled: asked,
    placeholderData: keepPreviousData,
  });
  const showsRecent = empty && recent.length > 0;
  const suggestions = showsRecent ? recentOf(recent) : asked && data ? listOf(data) : [];
  return (
    <SuggestField
      label={m.search_field()}
      action="/search"
      name="q"
      value={value}
      maxLength={POST_SEARCH_MAX}
      suggestions={suggestions}
      status={
        showsRecent
          ? m.search_recent({ count: recent.length })
          : m.search_suggestions({ count: suggestions.length })
      }
      onType={(text) => {
        setTyped(text);
        setEmpty(text === '');
      }}
      autoFocus={autoFocus}
    />
  );
}
