// Prepares the style sheet of the build: rules that are in it twice, and the list from which the
// server takes the rules of one page (app/inline-styles.ts).
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postcss, { type AtRule, type ChildNode, type Container, list } from 'postcss';
import type { StyleNode, StyleSheets } from './app/inline-styles.ts';

const isKeyframes = (node: { type: string; name?: string } | undefined): boolean =>
  node?.type === 'atrule' && node.name?.endsWith('keyframes') === true;

const contextOf = (node: ChildNode): string => {
  const parent = node.parent as AtRule | undefined;
  return parent?.type === 'atrule' ? `${contextOf(parent)}@${parent.name} ${parent.params}{` : '';
};

/** Blocks that have lost all their rules. A layer keeps its place in the order of layers. */
const removeEmpty = (container: Container): void => {
  // `each` takes a removal of what it is at.
  container.each((node) => {
    if (node.type !== 'atrule' || !node.nodes) return;
    removeEmpty(node);
    if (node.nodes.length === 0 && node.name !== 'layer') node.remove();
  });
};

/**
 * The sheet with the last of equal rules only: `composes` repeats a module for everyone who uses
 * it, and of equal rules the last one decides whatever is between them. Blocks that are empty then
 * are removed.
 */
export const withoutRepeats = (css: string): string => {
  const root = postcss.parse(css);
  const rules: ChildNode[] = [];
  root.walkRules((rule) => {
    // A rule inside another belongs to it, and so does a step to its animation.
    const parent = rule.parent as ChildNode | undefined;
    if (parent?.type !== 'rule' && !isKeyframes(parent)) rules.push(rule);
  });
  const later = new Set<string>();
  for (const rule of rules.toReversed()) {
    const key = contextOf(rule) + rule.toString();
    if (later.has(key)) rule.remove();
    later.add(key);
  }
  removeEmpty(root);
  return root.toString();
};

/** Splits off every `:name(...)`; its arguments may have parentheses themselves. */
const splitCalls = (selector: string): { plain: string; calls: [string, string][] } => {
  const calls: [string, string][] = [];
  let plain = '';
  for (let at = 0; at < selector.length;) {
    const name = /^:([\w-]+)\(/.exec(selector.slice(at));
    if (!name) {
      plain += selector[at];
      at += 1;
      continue;
    }
    const start = at + name[0].length;
    let depth = 1;
    for (at = start; depth > 0 && at < selector.length; at += 1)
      depth += selector[at] === '(' ? 1 : selector[at] === ')' ? -1 : 0;
    calls.push([name[1] ?? '', selector.slice(start, at - 1)]);
  }
  return { plain, calls };
};

const classesIn = (selector: string): string[] =>
  [...selector.matchAll(/\.(-?[A-Za-z_][\w-]*)/g)].map(([, name = '']) => name);

/**
 * Groups of classes; a document in which one group has no class has nothing that the selector
 * means. What `:not()` and `:has()` name need not be there.
 */
export const needsOf = (selector: string): string[][] => {
  const { plain, calls } = splitCalls(selector.replaceAll(/\[[^\]]*\]/g, ''));
  const alternatives = calls
    .filter(([name]) => name === 'is' || name === 'where')
    .map(([, inside]) => list.comma(inside).map((one) => classesIn(splitCalls(one).plain)))
    .filter((each) => each.every((classes) => classes.length > 0))
    .map((each) => each.map((classes) => classes[0] as string));
  return [...classesIn(plain).map((name) => [name]), ...alternatives];
};

const nodesOf = (container: Container): StyleNode[] =>
  (container.nodes ?? []).flatMap((node): StyleNode[] => {
    if (node.type === 'comment') return [];
    if (node.type === 'rule') {
      const needs = list.comma(node.selector).map(needsOf);
      const text = node.toString();
      return [needs.some((groups) => groups.length === 0) ? { text } : { text, needs }];
    }
    if (node.type === 'atrule' && isKeyframes(node))
      return [{ text: node.toString(), animation: node.params }];
    if (node.type === 'atrule' && node.nodes?.some(({ type }) => type !== 'decl'))
      return [{ open: `@${node.name} ${node.params}{`, nodes: nodesOf(node) }];
    return [{ text: `${node.toString()}${node.type === 'atrule' && node.nodes ? '' : ';'}` }];
  });

export const listRules = (css: string): StyleNode[] => nodesOf(postcss.parse(css));

/** `folder` is that of the whole build; before its files are compressed. */
export const listStyles = async (folder: string): Promise<void> => {
  const assets = join(folder, 'client/assets');
  const names = (await readdir(assets)).filter((name) => name.endsWith('.css'));
  if (names.length === 0) throw new Error('the build has no style sheet');
  const sheets: StyleSheets = {};
  for (const name of names) {
    const css = withoutRepeats(await readFile(join(assets, name), 'utf8'));
    await writeFile(join(assets, name), css);
    sheets[`/assets/${name}`] = listRules(css);
  }
  await writeFile(join(folder, 'server/styles.json'), JSON.stringify(sheets));
};
