// The styles of one page inside its document: the first paint waits for no style sheet. The whole
// sheet comes with the page's code (late-hydration.ts).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A rule, or a block of rules. `needs` are the rule's selectors as groups of classes, of which the
 * document must have one each; `animation` is the name of what other rules refer to.
 */
export type StyleNode = StyleRule | { open: string; nodes: StyleNode[] };
export type StyleRule = { text: string; needs?: string[][][]; animation?: string };

/** The rules of each sheet by its address; list-styles.ts writes them when the app is built. */
export type StyleSheets = Record<string, StyleNode[]>;

const SHEET = /<link([^>]*) rel="stylesheet" href="([^"]+)"[^>]*\/>/;

const classesOf = (html: string): Set<string> => {
  const values = new Set([...html.matchAll(/ class="([^"]*)"/g)].map(([, value = '']) => value));
  return new Set([...values].flatMap((value) => value.split(' ')));
};

const textOf = (nodes: readonly StyleNode[], keep: (rule: StyleRule) => boolean): string =>
  nodes
    .map((node) => {
      if ('text' in node) return keep(node) ? node.text : '';
      const inside = textOf(node.nodes, keep);
      return inside && `${node.open}${inside}}`;
    })
    .join('');

/** The rules that mean something in a document with these classes, in their order. */
export const stylesFor = (
  nodes: readonly StyleNode[],
  classes: { has(name: string): boolean },
): string => {
  const applies = ({ needs }: StyleRule): boolean =>
    !needs ||
    needs.some((groups) => groups.every((group) => group.some((one) => classes.has(one))));
  const used = textOf(nodes, (rule) => rule.animation === undefined && applies(rule));
  return textOf(nodes, (rule) =>
    rule.animation === undefined ? applies(rule) : used.includes(rule.animation),
  );
};

/** Pages differ in few sets of classes: with a live badge or without one, with locked posts. */
const KEPT_MAX = 200;

/**
 * Puts the styles that a document needs in the place of the sheet that it links. Every class that a
 * document may get without its code must be in it already.
 */
export const createInliner = (sheets: StyleSheets): ((html: string) => string) => {
  const kept = new Map<string, string>();
  const stylesOf = (nodes: readonly StyleNode[], html: string): string => {
    const classes = classesOf(html);
    const key = [...classes].toSorted().join(' ');
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= KEPT_MAX) kept.clear();
    const styles = stylesFor(nodes, classes);
    kept.set(key, styles);
    return styles;
  };
  return (html) =>
    html.replace(SHEET, (link, attributes: string, address: string) => {
      const nodes = sheets[address];
      return nodes
        ? `<style${attributes} data-sheet="${address}">${stylesOf(nodes, html)}</style>`
        : link;
    });
};

let inliner: ((html: string) => string) | undefined;

/** Inlines, of the style sheets of this build, the rules that the document needs. */
export const inlineStyles = (html: string): string => {
  inliner ??= createInliner(
    JSON.parse(readFileSync(join(import.meta.dirname, 'styles.json'), 'utf8')) as StyleSheets,
  );
  return inliner(html);
};
