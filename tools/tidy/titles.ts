// Titles of tests: each is a short sentence that makes sense alone in the summary of a run.
import type { SourceFile, Violation } from './source-files.ts';

export const TITLE_MAX = 100;

const TESTS = /\.(?:test|spec|engine|turn|soak|s3|python)\.tsx?$|^api\/testing\/.+-suite\.ts$/;
/** These two write titles that break the rules, to test them. */
const OWN = /^tools\/tidy\/(?:titles|words)\.test\.ts$/;
/**
 * Titles of `test('title', ...)`, `test.skipIf(x)('title', ...)` and `test.each([...])('title',
 * ...)`.
 */
const TITLE =
  /(?:\b(?:test|it)(?:\.(?:fails|slow|concurrent))?\(|\)\()\s*('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`),/g;
/** Words with which only the rest of a sentence begins; its subject would be in a `describe`. */
const REST =
  /^(?:and|or|but|that|which|who|whose|of|to|by|with|without|when|it|its|neither|is|are|was|were|has|have|had|can|can[’']t|cannot|may|must|begins|brings|ends|enters|fails|finds|forgets|gets|gives|goes|keeps|knows|leaves|locks|loses|makes|moves|needs|opens|refuses|returns|sees|sends|signs|stays|takes|tells|uses|waits)\b/;
/** Titles whose subject or verb would be in a `describe` or in another title. */
const PART = /^(?:only to|names every|time from) |^%[sj] is(?: not)?$|, do not$/;
/** The glossary's word for one of several tries is "attempt". */
const TRY = /\b(?:a|the|another|each|one|its|same|last) tr(?:y|ies)\b/;

const problemOf = (title: string): string | null => {
  if (REST.test(title) || PART.test(title))
    return 'begins like the rest of a sentence; name its subject';
  if (TRY.test(title)) return 'says "try" of an attempt; say attempt';
  if (title.includes(';')) return 'has a semicolon; write two tests or name the rule';
  if (title.length > TITLE_MAX)
    return `has ${title.length} characters; write two tests or name the rule (at most ${TITLE_MAX})`;
  return null;
};

export function unclearTitles(files: SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => TESTS.test(path) && !OWN.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(TITLE)].flatMap(([, literal = '']): Violation[] => {
        const title = literal.slice(1, -1);
        const problem = problemOf(title);
        return problem === null ? [] : [`${path}: the title "${title}" ${problem}`];
      }),
    );
}
