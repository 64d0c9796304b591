// Renders the project's own texts: headings, paragraphs, lists and bold only. Never user content.
import { Fragment, type ReactNode } from 'react';

/** `**bold**`, everything else as it is. */
const inline = (text: string): ReactNode[] =>
  text
    .split(/\*\*(.+?)\*\*/)
    .map((part, index) =>
      index % 2 === 1 ? <b key={part}>{part}</b> : <Fragment key={part}>{part}</Fragment>,
    );

const block = (lines: readonly string[], key: string): ReactNode => {
  const [first = ''] = lines;
  if (first.startsWith('# ')) return <h1 key={key}>{first.slice(2)}</h1>;
  if (first.startsWith('## ')) return <h2 key={key}>{first.slice(3)}</h2>;
  if (!first.startsWith('- ')) return <p key={key}>{inline(lines.join(' '))}</p>;
  return (
    <ul key={key}>
      {lines.map((line) => (
        <li key={line}>{inline(line.slice(2))}</li>
      ))}
    </ul>
  );
};

const kindOf = (line: string): string =>
  line.startsWith('#') ? line : line.startsWith('- ') ? 'list' : 'text';

/** Groups lines into blocks: an empty line or a line of another kind ends a block. */
const blocksOf = (markdown: string): string[][] => {
  const blocks: string[][] = [];
  let last = '';
  for (const line of markdown.split('\n')) {
    const kind = line.trim() === '' ? '' : kindOf(line);
    if (kind !== '' && kind === last) blocks.at(-1)?.push(line);
    else if (kind !== '') blocks.push([line]);
    last = kind;
  }
  return blocks;
};

export const Markdown = ({ text }: { text: string }) => (
  <>{blocksOf(text).map((lines) => block(lines, lines.join('\n')))}</>
);
