// Size, depth and names of files and folders, the comment at their top, and nothing left
// unfinished.
import { isCode, isGenerated } from './source-files.ts';
import type { SourceFile, Violation } from './source-files.ts';

export const LINES_MAX = 400;
export const FILES_PER_FOLDER_MAX = 30;
/** A room of a feature may have parts: `api/features/<noun>/<room>/<part>`. */
export const DEPTH_MAX = 5;

/** The formatter's width; it leaves comments alone. */
export const COMMENT_COLUMNS_MAX = 100;

/** Folders that grow by one file with each release or decision. */
const GROWING = ['api/migrations', 'docs/decisions'];
const EMPTY_NAMES = /(?:^|[/.-])(?:utils?|helpers?|common|misc|managers?)(?=[/.-]|$)/i;
const KEBAB = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9-]+)*$/;
const PASCAL = /^[A-Z][A-Za-z0-9]*(?:\.[a-z0-9-]+)+$/;
const WRITTEN_BY_HAND = /\.(?:ts|tsx|mjs|css|sql)$/;
// Split, so that this file does not find itself.
const UNFINISHED = new RegExp(
  `\\b(?:TO${'DO'}|FIX${'ME'}|X${'XX'}|HA${'CK'})\\b|(?:test|it|describe)\\.(?:on${'ly'}|sk${'ip'}|to${'do'})\\b|(?:oxlint|eslint)-dis${'able'}|\\bas a${'ny'}\\b|@ts-(?:ig${'nore'}|expect-${'error'}|no${'check'})`,
);

const isWritten = (file: SourceFile): boolean =>
  WRITTEN_BY_HAND.test(file.path) && !isGenerated(file.path);
const isComponentStyle = (file: SourceFile): boolean => file.path.endsWith('.module.css');
const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export function tooLong(files: SourceFile[]): Violation[] {
  return files
    .filter(
      (file) => isWritten(file) && !file.path.endsWith('.sql') && linesOf(file.text) > LINES_MAX,
    )
    .map(
      ({ path, text }): Violation =>
        `${path}: has ${linesOf(text)} lines; split it by verb (at most ${LINES_MAX})`,
    );
}

/** A component and the style sheet named after it count as one. */
export function tooFull(files: SourceFile[]): Violation[] {
  const counts = new Map<string, number>();
  for (const { path } of files.filter((file) => !isComponentStyle(file)))
    counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  return [...counts]
    .filter(
      ([folder, count]) =>
        folder !== '' && !GROWING.includes(folder) && count > FILES_PER_FOLDER_MAX,
    )
    .map(
      ([folder, count]): Violation =>
        `${folder}: holds ${count} files (at most ${FILES_PER_FOLDER_MAX})`,
    );
}

export function tooDeep(files: SourceFile[]): Violation[] {
  return files
    .filter((file) => file.path.split('/').length - 1 > DEPTH_MAX)
    .map((file): Violation => `${file.path}: lies deeper than ${DEPTH_MAX} folders`);
}

export function badlyNamed(files: SourceFile[]): Violation[] {
  return files.flatMap((file): Violation[] => {
    const name = nameOf(file.path);
    const mayBePascal = /\.(?:tsx|css)$/.test(name) && file.path.startsWith('web/');
    const wellFormed = !isWritten(file) || KEBAB.test(name) || (mayBePascal && PASCAL.test(name));
    return [
      ...(EMPTY_NAMES.test(file.path)
        ? [`${file.path}: the name says nothing about what is inside` as const]
        : []),
      ...(wellFormed
        ? []
        : [`${file.path}: name files in kebab-case, React components in PascalCase` as const]),
    ];
  });
}

/** A component's style sheet is explained by its component. */
export function unexplained(files: SourceFile[]): Violation[] {
  return files
    .filter(
      (file) =>
        isWritten(file) &&
        !isComponentStyle(file) &&
        !/^(?:#![^\n]*\n)?(?:\/\/|\/\*|--) ?\S/.test(file.text),
    )
    .map(
      (file): Violation =>
        `${file.path}: its first line must be a comment that says what the file is for`,
    );
}

export function unfinished(files: SourceFile[]): Violation[] {
  return files
    .filter((file) => (isCode(file) || isWritten(file)) && UNFINISHED.test(file.text))
    .map(
      (file): Violation =>
        `${file.path}: has "${UNFINISHED.exec(file.text)?.[0] ?? ''}"; finish it or leave it out`,
    );
}

const COMMENT_LINE = /^ *(?:\/\/|\/\*|\{\/\*|\*(?![*\w]))/;

/** Migrations stay as they landed. */
export function wideComments(files: SourceFile[]): Violation[] {
  return files
    .filter((file) => isWritten(file) && !file.path.endsWith('.sql'))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index): Violation[] =>
          COMMENT_LINE.test(line) && line.length > COMMENT_COLUMNS_MAX
            ? [
                `${path}:${index + 1}: a comment of ${line.length} columns; wrap it at ${COMMENT_COLUMNS_MAX}`,
              ]
            : [],
        ),
    );
}
