// Sizes of text, controls, spacing, corners and breakpoints come from the scales in
// web/ui/theme/tokens.css. A length that belongs to one component is a custom property there, and
// so has a name.
import type { SourceFile, Violation } from './source-files.ts';

export const TOKENS = 'web/ui/theme/tokens.css';

const LENGTH = /(?<![\w.])(?!0(?:px|rem)\b)[\d.]+(?:px|rem|pt)\b/;
const SCALED: readonly { property: RegExp; scale: string }[] = [
  { property: /^font(?:-size)?$/, scale: '--font-*' },
  {
    property:
      /^(?:(?:scroll-)?(?:margin|padding)(?:-[a-z-]+)?|(?:row-|column-)?gap|border-spacing|inset(?:-[a-z-]+)?|top|right|bottom|left)$/,
    scale: '--space-*',
  },
  { property: /^border(?:-[a-z-]+)?-radius$/, scale: '--radius-*' },
];

/** May be any length of a component, but what equals a step is that step. */
const SIDE = /^(?:min-|max-)?(?:width|height)$/;

const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''));

/** Named steps of the scales, as the tokens define them. */
const definedIn = (text: string): ReadonlySet<string> =>
  new Set(
    Array.from(
      text.matchAll(/^\s*(--(?:font|space|radius|icon|size)-[\w-]+):/gm),
      ([, name = '']) => name,
    ),
  );

const sizesIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/^\s*--size-[\w-]+: ([^;]+);/gm), ([, value = '']) => value);

const breakpointsIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/^\s*--breakpoint-[\w-]+: ([^;]+);/gm), ([, value = '']) => value);

const declarations = (css: string) =>
  css.matchAll(/(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+)(?=[;}])/g).map(([, property, value]) => ({
    property: property ?? '',
    value: (value ?? '').replace(/\s+/g, ' ').trim(),
  }));

function problemsOf({ path, text }: SourceFile, tokens: string): Violation[] {
  const css = withoutComments(text).replace(/@font-face\s*\{[^}]*\}/g, '');
  const steps = definedIn(tokens);
  const [breakpoints, sizes] = [breakpointsIn(tokens), sizesIn(tokens)];
  const raw = declarations(css).flatMap(({ property, value }): Violation[] => {
    if (SIDE.test(property) && sizes.includes(value))
      return [`${path}: "${property}: ${value}" is a step of --size-*`];
    const scale = SCALED.find((one) => one.property.test(property))?.scale;
    return scale && LENGTH.test(value.replace(/--[\w-]+/g, ''))
      ? [`${path}: "${property}: ${value}" is not a step of ${scale}`]
      : [];
  });
  const unknown = css
    .matchAll(/var\((--(?:font|space|radius|icon|size)-[\w-]+)/g)
    .flatMap(([, step = '']) => {
      return steps.has(step) ? [] : [`${path}: ${step} is not in ${TOKENS}` satisfies Violation];
    });
  const widths = css.matchAll(/@media ([^{]+)\{/g).flatMap(([, query = '']): Violation[] => {
    const known = query.replace(/\(width (?:<|>=) ([\d.]+px)\)/g, (whole, value: string) =>
      breakpoints.includes(value) ? '' : whole,
    );
    return /\b(?:width|height)\b/.test(known)
      ? [`${path}: "@media ${query.trim()}" is none of the breakpoints ${breakpoints.join(', ')}`]
      : [];
  });
  return [...raw, ...unknown, ...widths];
}

/** Lengths of text, space and breakpoints outside the scales. */
export function offScale(files: readonly SourceFile[]): Violation[] {
  const tokens = files.find(({ path }) => path === TOKENS)?.text ?? '';
  return files
    .filter(({ path }) => path.startsWith('web/') && path.endsWith('.css'))
    .flatMap((file) => problemsOf(file, tokens));
}
