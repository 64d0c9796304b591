// Lines of the chat of a room in the cache: new ones, deleted ones, and items that were done.
import type { Line, Lines } from './queries.ts';

/** A busy room would fill the memory of who watches it for hours. */
export const LINES_KEPT = 300;

const mapLines = (lines: Lines, change: (page: Line[]) => Line[]): Lines => ({
  ...lines,
  pages: lines.pages.map((page) => ({ ...page, data: change(page.data) })),
});

/** Adds a line as the newest one, once. Older ones than are kept are loaded again when scrolled to. */
export const addLine = (lines: Lines, line: Line): Lines => {
  const [newest, ...older] = lines.pages;
  if (!newest || lines.pages.some(({ data }) => data.some(({ id }) => id === line.id)))
    return lines;
  const data = [line, ...newest.data];
  if (data.length <= LINES_KEPT) return { ...lines, pages: [{ ...newest, data }, ...older] };
  return {
    pageParams: lines.pageParams.slice(0, 1),
    pages: [{ ...newest, data: data.slice(0, LINES_KEPT), cursor: null }],
  };
};

export const removeLines = (lines: Lines, ids: readonly string[]): Lines =>
  mapLines(lines, (page) => page.filter(({ id }) => !ids.includes(id)));

export const markDone = (lines: Lines, messageId: string, done: boolean): Lines =>
  mapLines(lines, (page) =>
    page.map((line) =>
      line.id === messageId && line.tip ? { ...line, tip: { ...line.tip, done } } : line,
    ),
  );

/** Newest first. */
export const allLines = (lines: Lines | undefined): Line[] =>
  lines?.pages.flatMap(({ data }) => data) ?? [];
