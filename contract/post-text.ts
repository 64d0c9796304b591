// What stands out in the text of a post: links, #tags and @mentions. One reading for the server,
// which keeps them, and for pages, which link them.

export type TextPart = {
  kind: 'text' | 'link' | 'tag' | 'mention';
  /** As it was written. */
  text: string;
  /** Address, tag without accents in lower case, or domain name. */
  value: string;
};

const POST_TAGS_MAX = 30;
const POST_MENTIONS_MAX = 20;

const TOKEN =
  /(?<link>https?:\/\/[^\s<>"]+)|(?<![\p{L}\p{N}_@#&/.])(?:#(?<tag>[\p{L}\p{N}_]{1,50})(?![\p{L}\p{N}_])|@(?<mention>[a-z0-9](?:[a-z0-9._-]{0,28}[a-z0-9_])?))/giu;
/** What ends a sentence does not belong to the link before it. */
const AFTER_LINK = /[.,;:!?)\]}'’”]+$/;
/** "#1" is a number. */
const HAS_EMAIL = /\p{L}/u;

/** How tags are compared: without accents, in small letters. */
export const tagKey = (tag: string): string =>
  tag.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

const partOf = ({ link, tag, mention }: Record<string, string | undefined>): TextPart | null => {
  if (link !== undefined) {
    const text = link.replace(AFTER_LINK, '');
    return URL.canParse(text) ? { kind: 'link', text, value: new URL(text).href } : null;
  }
  if (tag !== undefined)
    return HAS_EMAIL.test(tag) ? { kind: 'tag', text: `#${tag}`, value: tagKey(tag) } : null;
  return mention === undefined
    ? null
    : { kind: 'mention', text: `@${mention}`, value: mention.toLowerCase() };
};

/** The text in pieces, in order; together their `text` is the whole again. */
export const partsOf = (text: string): TextPart[] => {
  const parts: TextPart[] = [];
  let end = 0;
  const plain = (to: number): void => {
    if (to > end) parts.push({ kind: 'text', text: text.slice(end, to), value: '' });
  };
  for (const match of text.matchAll(TOKEN)) {
    const part = partOf(match.groups ?? {});
    if (!part) continue;
    plain(match.index);
    parts.push(part);
    end = match.index + part.text.length;
  }
  plain(text.length);
  return parts;
};

const valuesOf = (text: string, kind: TextPart['kind'], most: number): string[] =>
  [...new Set(partsOf(text).flatMap((part) => (part.kind === kind ? part.value : [])))].slice(
    0,
    most,
  );

export const tagsOf = (text: string): string[] => valuesOf(text, 'tag', POST_TAGS_MAX);
export const mentionsOf = (text: string): string[] => valuesOf(text, 'mention', POST_MENTIONS_MAX);
