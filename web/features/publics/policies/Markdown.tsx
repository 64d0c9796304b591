// Renders the operator's texts: Markdown by marked's tokens, as elements of our own. HTML in a text is
// shown as text, and links lead to pages only, so that no text brings a script.
import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';

const SAFE_LINK = /^(?:https?:|mailto:|\/(?!\/))/i;

const children = (tokens: readonly Token[] | undefined): ReactNode[] =>
  (tokens ?? []).map((token, index) => <Fragment key={index}>{element(token)}</Fragment>);

const Heading = ({ depth, tokens }: Tokens.Heading) => {
  const Level = (['h1', 'h2', 'h3'] as const)[Math.min(depth, 3) - 1] ?? 'h3';
  return <Level>{children(tokens)}</Level>;
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

export const Markdown = ({ text }: { text: string }) => <>{children(lexer(text))}</>;
