// Words that were replaced by the field's standard terms (docs/glossary.md) and must not come back.
import type { SourceFile, Violation } from './source-files.ts';

/** Each with the terms that say the same. Plurals and parts of identifiers count, too. */
export const REPLACED: Record<string, string> = {
  anew: 'again',
  anybody: 'name the person: viewer, caller, administrator',
  desk: 'settings, queue or API',
  door: 'age gate, route guard or client',
  everybody: 'everyone, or name the people',
  film: 'video',
  house: 'identity provider, gateway or installation',
  lately: 'recently',
  meanwhile: 'say between which events, or during what',
  nobody: 'name who: no viewer, no administrator',
  onlooker: 'requester',
  somebody: 'name the person: viewer, fan, another account',
  till: 'until, or ledger',
  told: 'notified, shown, recorded or reported',
  whoever: 'name the person',
};

const FORMS = Object.keys(REPLACED).join('|');
/** Code, texts in English and documents. */
const READ = /\.(?:ts|tsx|mjs|css|md)$|(?:^|\/)en\.json$/;
/**
 * The lists of words, and the templates of legal texts, whose change asks each member to agree
 * again.
 */
const OWN = /^tools\/tidy\/words(?:\.test)?\.ts$|^api\/features\/publics\/texts\/.*\.md$/;

/** An icon of the library and an account of the operating system have these names. */
const NAMED_BY_OTHERS = /\bHouse\b(?=,| \/>)|[`']nobody[`']/g;

/** A word by itself or as a part of an identifier: `planDesk`, `desk_title`, `DESK_ROWS`. */
const WORD = new RegExp(`(?<![a-z])(?:${FORMS})s?(?![a-z])`, 'i');
/** `planDesk` as `plan Desk`, so that each part is a word. */
const partsOf = (text: string): string => text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2');

export function replacedWords(files: SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => READ.test(path) && !OWN.test(path))
    .flatMap(({ path, text }) =>
      [path, ...text.split('\n')].flatMap((line, number): Violation[] => {
        const [found] = WORD.exec(partsOf(line.replaceAll(NAMED_BY_OTHERS, ''))) ?? [];
        if (!found) return [];
        const word = found.toLowerCase();
        const better = REPLACED[word] ?? REPLACED[word.replace(/s$/, '')] ?? '';
        return [`${path}: line ${number} says "${found}"; say instead: ${better}`];
      }),
    );
}

const TYPE = /^(?:export )?(?:declare )?(?:type|interface|class) ([A-Z]\w*)/gm;
const PARTICIPLE =
  /^(?:[A-Z][a-z]+(?:ed|ing)|Begun|Chosen|Drawn|Found|Given|Heard|Held|Kept|Known|Lost|Made|Paid|Read|Said|Seen|Sent|Shown|Sold|Sought|Taken|Told|Written)$/;
/**
 * Nouns that end like a participle, and the one participle that marks a permission (CONTRIBUTING).
 */
const NOUNS = new Set([
  'Allowed',
  'Encoding',
  'Feed',
  'Listing',
  'Posting',
  'Recording',
  'Rendering',
  'Seed',
  'Setting',
  'Speed',
  'String',
  'Warning',
]);
const GENERATED = /\.gen\.ts$/;

/** Types that are named by a participle alone: of what, a reader could not tell. */
export function participleTypes(files: SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => /\.tsx?$/.test(path) && !GENERATED.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(TYPE)].flatMap(([, name = '']): Violation[] =>
        PARTICIPLE.test(name) && !NOUNS.has(name)
          ? [`${path}: the type ${name} is a participle; name what it is`]
          : [],
      ),
    );
}

const RIDDLE = /^\s*(?:\/\*\* ?|(?<=\/\*\*\n\s*)\* )(?:Of|Those|Whose?) .*/gm;

/** Doc comments that begin without the noun that they are about. */
export function commentsWithoutSubject(files: SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => /\.(?:tsx?|mjs)$/.test(path) && !OWN.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(RIDDLE)].map(
        ([line]): Violation =>
          `${path}: a comment begins with the noun that it is about, not with: ${line.trim()}`,
      ),
    );
}

/** A comment of lines with // or of one block; in the text of a string neither begins a line. */
const COMMENT = /^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*|^[ \t]*\/\*[^]*?\*\//gm;
const EXPORTED = /^export (?:const|function|async function) ([a-z]+[A-Z]\w*)/gm;
/** Quoted code, and the errors that a function throws, may have names. */
const CODE = /`[^`]*`|\bThrows\b[^]*/g;
const TWICE = /(?<![\w.-])(?!in\b)(\w{2,}) \1(?![\w-])/i;
const CAMEL = /(?<![\w.@{/-])[a-z]+[A-Z]\w*(?![\w/}-]|\.\w)/g;

/**
 * Comments that a rename broke: the name of an exported function stands, without backticks, where a
 * word was, or a word is there twice in a row, which no compiler reports.
 */
export function brokenComments(files: SourceFile[]): Violation[] {
  const sources = files.filter(({ path }) => /\.(?:tsx?|mjs)$/.test(path) && !OWN.test(path));
  const exported = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(EXPORTED)].map(([, name = '']) => name)),
  );
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(COMMENT)].flatMap(([comment]): Violation[] => {
      const words = comment
        .replaceAll(/^[ \t]*(?:\/\/|\/?\*+)/gm, '')
        .replaceAll(CODE, '``')
        .replaceAll(/\s+/g, ' ');
      const [twice] = TWICE.exec(words) ?? [];
      const names = (words.match(CAMEL) ?? []).filter((name) => exported.has(name));
      return [
        ...(twice ? [`${path}: a comment says "${twice}"` as const] : []),
        ...names.map((name) => `${path}: a comment has ${name} without backticks` as const),
      ];
    }),
  );
}

const DECLARATIONS = /^api\/features\/[^/]+\/declarations\.ts$/;
const ACTIONS = /interface AuditActions \{([^}]*)\}/;
const NAME = /'?([\w.]+)'?: true;/g;

/**
 * Actions about views that do not end in "viewed", and decisions that end like a view ("reviewed").
 */
export function misnamedActions(files: SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => DECLARATIONS.test(path))
    .flatMap(({ path, text }) =>
      [...(ACTIONS.exec(text)?.[1] ?? '').matchAll(NAME)].flatMap(([, name = '']): Violation[] => {
        const isView = /(?:^|\.)view|View/.test(name);
        const endsLikeView = name.endsWith('iewed');
        return isView === endsLikeView && isView === /\.viewed$|Viewed$/.test(name)
          ? []
          : [`${path}: ${name}: an action ends in "viewed" when it only views, and no other does`];
      }),
    );
}
