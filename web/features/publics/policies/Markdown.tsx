// Renders the operator's texts: Markdown by marked's tokens, as elements of our own. HTML in a text
// is shown as text, and links lead to pages only, so that no text brings a script.
import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';

const SAFE_LINK = /^(?:https?:|mailto:|\/(?!\/))/i;

const children = (tokens: readonly Token[] | undefined): ReactNode[] =>
  (tokens ?? []).map((token, index) => <Fragment key={index}>{element(token)}</Fragment>);

/** An address within the page, made of the words of a heading. */
const anchorOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const isSection = (token: Token): token is Tokens.Heading =>
  token.type === 'heading' && (token as Tokens.Heading).depth === 2;

/** The sections of a text and their anchors, in order. */
export const sectionsOf = (text: string): readonly { anchor: string; title: string }[] =>
  lexer(text)
    .filter(isSection)
    .map((token) => ({ anchor: anchorOf(token.text), title: token.text }));

const Heading = (token: Tokens.Heading) => {
  const Level = (['h1', 'h2', 'h3'] as const)[Math.min(token.depth, 3) - 1] ?? 'h3';
  return (
    <Level id={isSection(token) ? anchorOf(token.text) : undefined}>{children(token.tokens)}</Level>
  );
};

const List = ({ ordered, start, items }: Tokens.List) => {
  const entries = items.map(({ tokens }, index) => <li key={index}>{children(tokens)}</li>);
  return ordered ? <ol start={Number(start)}>{entries}</ol> : <ul>{entries}</ul>;
};

const element = (token: Token): ReactNode => {
  switch (token.type) {
    case 'heading':
      return <Heading {...(token as Tokens.Heading)} />;
    case 'list':
      return <List {...(token as Tokens.List)} />;
    case 'paragraph':
      return <p>{children(token.tokens)}</p>;
    case 'blockquote':
      return <blockquote>{children(token.tokens)}</blockquote>;
    case 'strong':
      return <b>{children(token.tokens)}</b>;
    case 'em':
      return <em>{children(token.tokens)}</em>;
    case 'link':
      return SAFE_LINK.test(token.href) ? (
        <a href={token.href}>{children(token.tokens)}</a>
      ) : (
        token.raw
      );
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'space':
      return null;
    case 'text':
      return token.tokens ? children(token.tokens) : token.text;
    case 'escape':
      return token.text;
    default:
      return token.raw;
  }
};

type Props = {
  text: string;
  /** What stands below the title of the text, above all the rest. */
  afterTitle?: ReactNode;
};

export const Markdown = ({ text, afterTitle }: Props) => {
  const [first, ...rest] = lexer(text);
  if (!first) return afterTitle;
  const titled = first.type === 'heading';
  return (
    <>
      {titled && children([first])}
      {afterTitle}
      {children(titled ? rest : [first, ...rest])}
    </>
  );
};
